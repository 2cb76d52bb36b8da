/**
 * Measures a service from outside. The lab installs nothing there.
 *
 * <p>{@code cli} calls it. It calls {@code document}, {@code run}, {@code run.result}, {@code run.result.figures},
 * {@code run.plan}, {@code server}, {@code options} and the model. Read {@link asynclab.target.Target} first.
 */
package asynclab.target;
