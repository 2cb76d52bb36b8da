/**
 * A result as typed data: figures, diagnosis, conclusion, validity checks, thresholds and environment. The room makes no report.
 *
 * <p>{@code run}, {@code report}, {@code report.plot}, {@code soak}, {@code portability}, {@code frameworks}, {@code bench},
 * {@code calibration}, {@code corpus.reproduction} and {@code cli} call it. It calls {@code run.result.figures},
 * {@code run.plan}, {@code document}, {@code server}, {@code options} and the model. Read {@link asynclab.run.result.Summary}
 * first.
 */
package asynclab.run.result;
