/**
 * The model: a workload goes in, a prediction comes out. {@link asynclab.model.Simulation} simulates a workload request by
 * request; a queue discipline decides who is served next. {@link asynclab.model.Trace} computes the figures of a prediction
 * and of a measured run with the same code. {@link asynclab.model.Bounds} has the laws.
 *
 * <p>{@code planner}, {@code model.advice} and the lab call it. It calls {@code model.station} and {@code delay}, and
 * knows no servlets. Read {@link asynclab.model.Workload} first.
 */
package asynclab.model;
