/**
 * One asynchronous request, from its start to its single end. {@link asynclab.exchange.Exchange} is the state machine and uses no
 * servlet types. {@link asynclab.exchange.AsyncExchange} joins it to an {@code AsyncContext}. Its base class {@code Completion}
 * carries out the end; no other class calls {@code complete()}. {@link asynclab.container.Delivery} and {@code ReplyWriter} send a
 * reply without a thread that waits for the client. {@link asynclab.exchange.Ledger} counts every request.
 *
 * <p>Every room that serves requests may call it. It calls {@code container}, {@code input}, {@code parameter}, {@code json}, {@code
 * delay} and {@code pool}. Read {@link asynclab.exchange.Exchange} first.
 */
package asynclab.exchange;
