/**
 * The queues of a simulated station, which decide what it serves next. Each is one file: {@link
 * asynclab.model.station.ArrivalOrder}, {@link asynclab.model.station.ApplicationQueue}, {@link
 * asynclab.model.station.ReservedThreads}, {@link asynclab.model.station.SubmissionQueues}.
 *
 * <p>{@code model} calls it. It calls {@code discipline}, and knows no servlets. Read {@link asynclab.model.station.StationQueue} first.
 */
package asynclab.model.station;
