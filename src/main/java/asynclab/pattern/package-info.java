/**
 * The lessons: one threading model in each file, with its idea, its cost, a curl line and what you will see. Read
 * {@link asynclab.pattern.BlockingServlet} first, then {@link asynclab.pattern.AsyncServlet}. Next come blocking work
 * on other threads ({@link asynclab.pattern.WorkerPoolServlet}, {@link asynclab.pattern.FutureServlet}, {@link
 * asynclab.pattern.VirtualThreadServlet}), calls of a backend ({@link asynclab.pattern.BlockingGatewayServlet}, {@link
 * asynclab.pattern.GatewayServlet}) and waiting in a
 * queue that sheds ({@link asynclab.pattern.QueuedServlet}).
 *
 * <p>{@code web.xml} names them; no code calls them. It calls {@code servlet}, {@code queue}, {@code resource}, {@code exchange}, {@code pool},
 * {@code delay} and {@code input}. Read {@link asynclab.pattern.BlockingServlet} first.
 */
package asynclab.pattern;
