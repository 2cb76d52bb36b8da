/**
 * Filters before every servlet: the response headers, the observers of a request, the paths that only the lab profile serves, the limit
 * of requests in flight, and a queue in front of any servlet.
 *
 * <p>{@code web.xml} names the filters. {@code web} makes the record of which thread serves which request, and {@code web.stats} reads it
 * and the counters. It calls {@code web.burst}, {@code exchange}, {@code container}, {@code discipline}, {@code queue} and {@code input}. Read {@link
 * asynclab.web.filter.AdmissionFilter} first.
 */
package asynclab.web.filter;
