/**
 * Curves: what there is to draw of an arm, measured and predicted, as data for a script and as a picture.
 *
 * <p>{@code report} calls it. It calls {@code result}, {@code plan} and the model. Read {@link
 * asynclab.report.plot.Evidence} first.
 */
package asynclab.report.plot;
