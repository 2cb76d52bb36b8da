/**
 * Runs the same WAR on other containers, and reports the contracts that a container does not hold.
 *
 * <p>{@code cli} calls it. It calls {@code run}, {@code run.result}, {@code run.plan}, {@code server}, {@code client},
 * {@code document}, {@code options}, {@code exchange} and the model. Read {@link asynclab.portability.Portability} first.
 */
package asynclab.portability;
