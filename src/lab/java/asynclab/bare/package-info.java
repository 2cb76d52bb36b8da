/**
 * A second application for the benchmarks: servlets that only hold and answer. What a pattern costs more than these,
 * in the same server and the same run, is the price of the pattern.
 *
 * <p>{@code bench} deploys it. It calls no other room. Read {@link asynclab.bare.BareAsyncServlet} first.
 */
package asynclab.bare;
