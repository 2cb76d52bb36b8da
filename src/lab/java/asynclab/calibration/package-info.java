/**
 * The calibration: how good the model is on workloads that nobody chose. {@link asynclab.calibration.WorkloadDraw} draws them,
 * {@link asynclab.calibration.WorkloadForecast} predicts each with an interval, {@link asynclab.calibration.Calibration} measures them, and
 * {@link asynclab.calibration.CalibrationReport} says how often a prediction was right.
 *
 * <p>{@code cli} calls it. It calls {@code run}, {@code run.plan}, {@code run.result}, {@code run.result.figures}, {@code server},
 * {@code document}, {@code options}, {@code discipline} for the names, and the model. Read {@link asynclab.calibration.WorkloadDraw} first.
 */
package asynclab.calibration;
