/**
 * The soak: half an hour with honest and hostile clients. No request may be lost, nothing may leak, no response may be late.
 *
 * <p>{@code cli} calls it. It calls {@code run}, {@code run.result}, {@code server}, {@code document}, {@code options}, {@code exchange},
 * {@code discipline} and the model. Read {@link asynclab.soak.Soak} first.
 */
package asynclab.soak;
