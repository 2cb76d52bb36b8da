/**
 * The plots of an arm, measured and predicted, as data.
 *
 * <p>{@code report} calls it. It calls {@code document}, {@code run.result}, {@code run.result.figures}, {@code run.plan}, {@code options} and the model. Read
 * {@link asynclab.report.plot.Evidence} first.
 */
package asynclab.report.plot;
