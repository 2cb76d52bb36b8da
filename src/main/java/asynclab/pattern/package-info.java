/**
 * Threading models, one a file, each teaching itself: the idea, its cost, a curl line, what you will see. In reading order:
 *
 * <ol>
 *   <li>{@link asynclab.pattern.BlockingServlet}, then {@link asynclab.pattern.AsyncServlet}; what they have in common, how long
 *       and what to answer, is {@link asynclab.pattern.HoldServlet}, and beneath it the ledger and every refusal,
 *       {@link asynclab.pattern.LedgerServlet}.
 *   <li>Blocking work on other threads: {@link asynclab.pattern.WorkerPoolServlet}, {@link asynclab.pattern.FutureServlet},
 *       {@link asynclab.pattern.VirtualThreadServlet}; common to them is {@link asynclab.pattern.WorkServlet}.
 *   <li>Calling another service, the {@link asynclab.pattern.Backend}: {@link asynclab.pattern.BlockingGatewayServlet},
 *       {@link asynclab.pattern.GatewayServlet}.
 *   <li>One answer made of several calls: {@link asynclab.pattern.BlockingRoutingSlipServlet},
 *       {@link asynclab.pattern.RoutingSlipServlet}, one after another; {@link asynclab.pattern.BlockingAggregateServlet},
 *       {@link asynclab.pattern.AggregateServlet}, after a lookup by JDBC ({@link asynclab.pattern.Lookups}) and at once.
 *   <li>Waiting for a resource: {@link asynclab.pattern.PermitServlet}. Waiting for an event in the
 *       {@link asynclab.pattern.EventLog}: {@link asynclab.pattern.LongPollServlet}, {@link asynclab.pattern.EventStreamServlet}.
 *   <li>Large bodies by the listeners of Servlet 3.1: {@link asynclab.pattern.DownloadServlet},
 *       {@link asynclab.pattern.UploadServlet}.
 * </ol>
 */
package asynclab.pattern;
