/**
 * Runs the same WAR on other containers, and reports what each container does not hold.
 *
 * <p>{@code cli} calls it. It calls {@code experiment}, {@code result}, {@code plan}, {@code server}, {@code
 * client}, {@code document}, {@code options}, {@code exchange} and the model. Read {@link asynclab.portability.Portability} first.
 */
package asynclab.portability;
