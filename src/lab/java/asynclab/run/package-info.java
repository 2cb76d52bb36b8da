/**
 * Runs an experiment. Each arm gets a new server, a warm-up and JMeter's load. The lab reads the server over JMX once a second,
 * and samples the threads of a small pool. Then it computes the figures of the samples.
 *
 * <p>{@code logs}, {@code soak}, {@code portability}, {@code frameworks}, {@code bench}, {@code calibration},
 * {@code corpus.reproduction} and {@code cli} call it. It calls {@code document}, {@code run.plan}, {@code run.result},
 * {@code run.result.figures}, {@code server}, {@code options}, {@code exchange} and the model. Read
 * {@link asynclab.run.ExperimentRun} first.
 */
package asynclab.run;
