/**
 * Well-known mistakes, one a file, each teaching itself: the idea, what breaks, a curl line, what you will see, and which
 * pattern does it right. Each works when one person tries it, which is why it is made; each has the test that exposes it. They do
 * no harm to others: waits are bounded, every client gets an answer, no response but its own is touched.
 *
 * <p>The neighbours of {@link asynclab.pattern}, above {@link asynclab.exchange}. Those the experiments measure stand on the same
 * {@link asynclab.pattern.HoldServlet} as the patterns; the rest is served under {@code /mistake/}. Where the mistake is to go
 * round the exchange and call {@code AsyncContext} directly, its requests are not in the ledger, and the class says so.
 */
package asynclab.mistake;
