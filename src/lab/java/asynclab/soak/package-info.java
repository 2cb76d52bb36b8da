/**
 * Thirty minutes with honest and hostile clients: nothing may be lost, leaked or late.
 *
 * <p>{@code cli} calls it. It calls {@code experiment}, {@code result}, {@code server}, {@code report} and {@code
 * options}. Read {@link asynclab.soak.Soak} first.
 */
package asynclab.soak;
