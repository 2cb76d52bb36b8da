/**
 * The figures of a run: measured, predicted and of the server, with their curves.
 *
 * <p>{@code run.result}, {@code run}, {@code report}, {@code report.plot}, {@code target}, {@code calibration} and {@code cli} call it. It
 * calls the model and {@code exchange}. Read {@link asynclab.run.result.figures.Measured} first.
 */
package asynclab.run.result.figures;
