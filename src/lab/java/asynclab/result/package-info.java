/**
 * A result as typed data: figures, diagnosis, conclusion, validity checks, thresholds and environment. The room makes no report.
 *
 * <p>{@code experiment}, {@code document}, {@code target}, {@code soak}, {@code portability}, {@code frameworks}, {@code bench} and {@code
 * cli} call it. It calls {@code result.figures}, {@code plan}, {@code server}, {@code options} and the model. Read
 * {@link asynclab.result.Summary} first.
 */
package asynclab.result;
