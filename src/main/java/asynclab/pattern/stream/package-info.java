/**
 * Answers in parts and large bodies: events by long poll and as a stream, a download by {@code WriteListener}, an
 * upload by {@code ReadListener}.
 *
 * <p>{@code web.xml} names the servlets. {@code web} extends {@link asynclab.pattern.stream.EventStreamServlet}. It
 * calls {@code servlet}, {@code resource}, {@code exchange}, {@code delay} and {@code input}. Read {@link
 * asynclab.pattern.stream.EventStreamServlet} first.
 */
package asynclab.pattern.stream;
