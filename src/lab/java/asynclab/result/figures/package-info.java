/**
 * The figures of a run: measured, predicted and of the server, with their curves.
 *
 * <p>{@code result}, {@code experiment}, {@code report}, {@code report.plot}, {@code target} and {@code cli} call it. It
 * calls the model and {@code exchange}. Read {@link asynclab.result.figures.Measured} first.
 */
package asynclab.result.figures;
