/**
 * The model: a workload goes in, a prediction comes out. {@link asynclab.queueing.ClosedSimulation} plays a
 * {@link asynclab.queueing.Workload} request by request, first come, first served, against {@link asynclab.queueing.Stages}: a
 * number of threads, and a second stage behind them if there is one, a pool of workers or a backend that takes only so many
 * requests at once; {@link asynclab.queueing.ReservedThreads} has the order in which a Jetty serves that is not told otherwise.
 * {@link asynclab.queueing.OpenSimulation} does the same for requests that arrive at a rate of their own.
 * {@link asynclab.queueing.Trace} takes the figures from what happened, and takes them from a measured run with the very same
 * code; {@link asynclab.queueing.Occupancy} shows the server over time; {@link asynclab.queueing.Bounds} says what no server can
 * beat, and so what limits a run. {@link asynclab.queueing.Comparison} says whether asynchronous processing is worth it,
 * {@link asynclab.queueing.Sizing} how many threads a rate needs, and {@link asynclab.queueing.Explanation} goes the other way,
 * from published figures to the threads or the pause behind them. There is nothing to tune. Knows {@code delay} only.
 */
package asynclab.queueing;
