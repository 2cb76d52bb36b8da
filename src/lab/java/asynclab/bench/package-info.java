/**
 * Benchmarks: a pattern compared with a bare servlet ({@link asynclab.bench.Cost}), a waiting request
 * ({@link asynclab.bench.WaitingCost}), ten thousand requests that end together ({@link asynclab.bench.TimerLatenessBenchmark}),
 * the loads for which asynchronous processing pays ({@link asynclab.bench.CrossoverMap}), the limit that binds ({@link
 * asynclab.bench.SecondLimit}), and virtual threads beside asynchronous servlets ({@link asynclab.bench.VirtualThreads}).
 *
 * <p>{@code cli} calls it. It calls {@code bench.measure}, {@code frameworks}, {@code bare}, {@code run}, {@code run.plan}, {@code run.result},
 * {@code server}, {@code client}, {@code document}, {@code options}, {@code exchange} and the model. Read
 * {@link asynclab.bench.Bench} first.
 */
package asynclab.bench;
