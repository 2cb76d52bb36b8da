/**
 * One answer made of several calls: one after another (routing slip) or at the same time (aggregate), each blocking
 * and asynchronous.
 *
 * <p>{@code web.xml} names the servlets; no code calls them. It calls {@code servlet}, {@code resource}, {@code
 * exchange}, {@code delay} and {@code input}. Read {@link asynclab.pattern.composition.RoutingSlipServlet} first.
 */
package asynclab.pattern.composition;
