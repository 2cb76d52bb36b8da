/**
 * Runs an experiment: for each arm a fresh server, a warm-up, JMeter's load, one reading over JMX each second, samples
 * of the threads of a small pool, and the figures of the samples.
 *
 * <p>{@code target}, {@code soak}, {@code portability}, {@code frameworks}, {@code bench} and {@code cli} call it. It calls {@code document}, {@code
 * run.plan}, {@code run.result}, {@code run.result.figures}, {@code server}, {@code options}, {@code exchange} and the model. Read {@link
 * asynclab.run.ExperimentRun} first.
 */
package asynclab.run;
