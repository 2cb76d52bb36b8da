/**
 * Faults on purpose, to test a client against a hostile server. They are off unless the deployment switches them on,
 * and always off in production. Each fault is one end in the ledger.
 *
 * <p>{@code web.xml} names the servlet; no code calls it. It calls {@code servlet}, {@code exchange}, {@code container}, {@code
 * delay} and {@code input}. Read {@link asynclab.fault.FaultyServlet} first.
 */
package asynclab.fault;
