/**
 * Threading models, one a file, each teaching itself: the idea, its cost, a curl line, what you will see. Read
 * {@link asynclab.pattern.BlockingServlet}, then {@link asynclab.pattern.AsyncServlet}; what they have in common, reading
 * the request and saying what was planned, is {@link asynclab.pattern.HoldServlet}. Then those that have blocking work done
 * on other threads ({@link asynclab.pattern.WorkerPoolServlet}, {@link asynclab.pattern.FutureServlet}, {@link asynclab.pattern.VirtualThreadServlet}; common to them is
 * {@link asynclab.pattern.WorkServlet}) and those that call another service
 * ({@link asynclab.pattern.BlockingGatewayServlet}, {@link asynclab.pattern.GatewayServlet}; common to them is
 * {@link asynclab.pattern.Backend}).
 */
package asynclab.pattern;
