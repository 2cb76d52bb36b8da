/**
 * The figures of a run: measured, predicted and of the server, with their curves.
 *
 * <p>{@code run.result}, {@code run}, {@code report}, {@code report.plot} and {@code calibration} call it. It calls
 * {@code document}, {@code exchange} and the model. Read {@link asynclab.run.result.figures.Measured} first.
 */
package asynclab.run.result.figures;
