/**
 * Queue disciplines: which waiting request a station serves next. Each discipline is one file: {@link
 * asynclab.model.station.ArrivalOrder}, {@link asynclab.model.station.ApplicationQueue}, {@link
 * asynclab.model.station.ReservedThreads}, {@link asynclab.model.station.SubmissionQueues}, {@link
 * asynclab.model.station.Fleet}.
 *
 * <p>{@code model} calls it. It calls {@code queue}, and knows no servlets. Read {@link asynclab.model.station.Discipline} first.
 */
package asynclab.model.station;
