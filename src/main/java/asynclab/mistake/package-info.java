/**
 * Well-known mistakes, one in each file: the idea, what breaks, a curl line, what you will see, and which pattern does
 * it right. Each mistake works with a single user, and a test shows how it breaks. They harm no other
 * request: waits are bounded, every client gets an answer, and no other response is touched. A mistake that calls
 * {@code AsyncContext} directly is not in the ledger, and its class says so.
 *
 * <p>{@code web.xml} names them; no code calls them. It calls {@code servlet}, {@code resource}, {@code exchange},
 * {@code container}, {@code delay}, {@code pool} and {@code input}. Read {@link asynclab.mistake.LateAnswerServlet} first.
 */
package asynclab.mistake;
