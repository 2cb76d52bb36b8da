/**
 * The server's figures: for a person ({@code /stats}), for JMX, for Prometheus ({@code /metrics}), and as a live
 * stream.
 *
 * <p>{@code web} registers them in JMX; {@code web.xml} names the servlets. {@link asynclab.web.stats.Metrics} has the
 * table of the metrics. It calls {@code web.filter}, {@code
 * pattern.stream}, {@code servlet}, {@code resource}, {@code exchange}, {@code queue}, {@code container} and {@code input}. Read {@link
 * asynclab.web.stats.Stats} first.
 */
package asynclab.web.stats;
