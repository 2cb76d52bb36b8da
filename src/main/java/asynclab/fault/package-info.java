/**
 * Faults on purpose, for whoever wants a hostile stub to test a client against: {@link asynclab.fault.FaultyServlet}. Off unless
 * the deployment says otherwise, and never there in production. Each fault is one end in the ledger. Beside {@code pattern}, of
 * which it is one more; above {@code exchange}.
 */
package asynclab.fault;
