/**
 * One request from its start to its single end. {@link asynclab.exchange.Exchange} is the state machine, free of servlet
 * types; {@link asynclab.exchange.AsyncExchange} joins it to an {@code AsyncContext} and is the only code that calls
 * {@code complete()}; {@link asynclab.exchange.Exchanges} owns a deployment's scheduler and its
 * {@link asynclab.exchange.Ledger}, in which blocking requests are counted too. Above it stand the threading models of
 * {@code pattern}; below it only {@code delay}.
 */
package asynclab.exchange;
