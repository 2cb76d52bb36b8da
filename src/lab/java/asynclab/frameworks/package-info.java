/**
 * The frameworks of the posts beside our servlet: the same service in each, by the same plans and the same measurements, each server
 * in a JVM of its own.
 *
 * <p>{@code cli}, {@code corpus.reproduction} and {@code bench} call it. It calls {@code run}, {@code run.result}, {@code document}, {@code run.plan}, {@code server},
 * {@code client}, {@code options}, {@code bench.measure} and the model. Read {@link asynclab.frameworks.FrameworkRun} first.
 */
package asynclab.frameworks;
