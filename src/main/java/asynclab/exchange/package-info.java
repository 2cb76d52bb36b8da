/**
 * One request from its start to its single end. {@link asynclab.exchange.Exchange} is the state machine, free of servlet
 * types, and decides all there is to decide about the end; {@link asynclab.exchange.AsyncExchange} joins it to an
 * {@code AsyncContext}, does what it decides and is the only code that calls {@code complete()};
 * {@link asynclab.exchange.Delivery} and {@link asynclab.exchange.Outlet} send a reply so that no thread waits for its reader;
 * {@link asynclab.exchange.Outcome} says what a thrown thing ends a request with; {@link asynclab.exchange.Exchanges} owns a
 * deployment's scheduler and its {@link asynclab.exchange.Ledger}, in which blocking requests are counted too. Above it stand
 * the threading models of {@code pattern}; below it only {@code delay}.
 */
package asynclab.exchange;
