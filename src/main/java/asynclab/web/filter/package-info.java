/**
 * Filters before every servlet: the limit of requests in flight, a queue in front of any servlet, the response headers, the request log, the
 * record of which thread serves which request, and the paths that only the lab profile serves.
 *
 * <p>{@code web.xml} names the filters. {@code web} makes that record, and {@code web.stats} reads it and the counters. It calls {@code exchange}, {@code queue} and
 * {@code input}. Read {@link asynclab.web.filter.AdmissionFilter} first.
 */
package asynclab.web.filter;
