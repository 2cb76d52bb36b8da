/**
 * Filters before every servlet: the limit of requests in flight, the response headers, the request log, and the paths
 * that only the lab profile serves.
 *
 * <p>{@code web.xml} names the filters. {@code web.stats} reads their counters. It calls {@code exchange} and {@code
 * input}. Read {@link asynclab.web.filter.AdmissionFilter} first.
 */
package asynclab.web.filter;
