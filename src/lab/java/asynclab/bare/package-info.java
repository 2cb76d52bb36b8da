/**
 * A second application for the benchmarks: servlets that only hold and respond. The cost of a pattern is the difference to these
 * servlets, in the same server and the same run.
 *
 * <p>{@code bench} deploys it. It calls no other room. Read {@link asynclab.bare.BareAsyncServlet} first.
 */
package asynclab.bare;
