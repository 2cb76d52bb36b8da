/**
 * The figures of a benchmark: the CPU time, memory and context switches of a server, ratios of paired rounds, and users whose
 * requests wait.
 *
 * <p>{@code bench} and {@code frameworks} call it. It calls {@code client}, {@code server} and {@code options}. Read {@link
 * asynclab.bench.measure.Meter} first.
 */
package asynclab.bench.measure;
