/**
 * Many requests at once, each followed to its end, for the page Try.
 *
 * <p>{@code web.xml} names the servlet; {@code web} creates the register of bursts, by which {@code web.filter} finds them. It calls {@code
 * pattern.stream}, {@code resource}, {@code exchange} and {@code input}. Read {@link asynclab.web.burst.BurstServlet}
 * first.
 */
package asynclab.web.burst;
