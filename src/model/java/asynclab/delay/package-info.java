/**
 * Hold times: how long a request waits. A hold time is a distribution (fixed, uniform, mix, exponential, lognormal or
 * percentiles from a file), drawn with a seed. The model and the lab draw with the same code as the application.
 *
 * <p>The servlets, {@code model} and the lab call it. It calls {@code parameter}. Read {@link asynclab.delay.HoldTime}
 * first.
 */
package asynclab.delay;
