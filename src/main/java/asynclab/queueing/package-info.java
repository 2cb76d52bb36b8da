/**
 * The model: a workload goes in, a prediction comes out. {@link asynclab.queueing.ClosedSimulation} simulates a workload
 * request by request, first come, first served. {@link asynclab.queueing.OpenSimulation} does so for requests that
 * arrive at a given rate. {@link asynclab.queueing.Trace} computes the figures of a prediction and of a measured run
 * with the same code. {@link asynclab.queueing.Bounds} has the laws.
 *
 * <p>{@code web.planner}, {@code queueing.advice} and the lab call it. It calls {@code delay}, and knows no servlets.
 * Read {@link asynclab.queueing.Workload} first.
 */
package asynclab.queueing;
