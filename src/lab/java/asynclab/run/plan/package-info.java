/**
 * The plan of a measurement, as data: an experiment's file, its load, its random hold times, the model's prediction, and the
 * hashes of the files that can change a figure.
 *
 * <p>{@code run.result}, {@code run}, {@code report}, {@code report.plot}, {@code logs}, {@code portability}, {@code frameworks},
 * {@code bench}, {@code calibration}, {@code corpus.reproduction} and {@code cli} call it. It calls {@code options},
 * {@code parameter}, {@code discipline} for the names, and the model ({@code model}, {@code model.station}, {@code delay}). Read
 * {@link asynclab.run.plan.Experiment} first.
 */
package asynclab.run.plan;
