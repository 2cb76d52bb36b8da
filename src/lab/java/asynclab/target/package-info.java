/**
 * Somebody's own service, measured from outside: nothing is installed there.
 *
 * <p>{@code cli} calls it. It calls {@code experiment}, {@code result}, {@code plan}, {@code server} and the model.
 * Read {@link asynclab.target.Target} first.
 */
package asynclab.target;
