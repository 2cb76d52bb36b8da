/**
 * Measures a service from outside. Nothing is installed there.
 *
 * <p>{@code cli} calls it. It calls {@code document}, {@code experiment}, {@code result}, {@code result.figures}, {@code plan}, {@code
 * server}, {@code options} and the model. Read {@link asynclab.target.Target} first.
 */
package asynclab.target;
