/**
 * The model: a workload goes in, a prediction comes out. {@link asynclab.queueing.Simulation} simulates a workload request by
 * request; a queue discipline decides who is served next. {@link asynclab.queueing.Trace} computes the figures of a prediction
 * and of a measured run with the same code. {@link asynclab.queueing.Bounds} has the laws.
 *
 * <p>{@code web.planner}, {@code queueing.advice} and the lab call it. It calls {@code queueing.discipline} and {@code delay}, and
 * knows no servlets. Read {@link asynclab.queueing.Workload} first.
 */
package asynclab.queueing;
