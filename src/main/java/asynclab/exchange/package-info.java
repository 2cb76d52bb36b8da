/**
 * One asynchronous request, from its start to its single end. {@link asynclab.exchange.Exchange} decides, and knows no
 * servlets. {@link asynclab.exchange.AsyncExchange} carries the decision out on an {@code AsyncContext}; no other
 * class calls {@code complete()}. {@link asynclab.exchange.Delivery} and {@link asynclab.exchange.Outlet} send a reply
 * without a thread that waits for the client. {@link asynclab.exchange.Ledger} counts every request.
 *
 * <p>Everything that serves a request calls it. It calls {@code input} and {@code delay}. Read {@link
 * asynclab.exchange.Exchange} first.
 */
package asynclab.exchange;
