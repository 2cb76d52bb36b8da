/**
 * Single steps of the program, measured by JMH, and the time to read a million samples.
 *
 * <p>{@code bench} calls it. It calls {@code experiment}, {@code plan}, {@code options}, the model and the
 * application. Read {@link asynclab.bench.micro.MicroBenchmarks} first.
 */
package asynclab.bench.micro;
