/**
 * How long a request is held: the distribution a hold time is drawn from (fixed, uniform, mix, exponential, lognormal, somebody's
 * percentiles), its seed, and the strict reading of both from a query. Knows neither servlets nor threads, so the queueing model and the lab draw from the very same code as the WAR.
 */
package asynclab.delay;
