/**
 * Queue disciplines: which waiting request a station serves next. Each discipline is one file: {@link
 * asynclab.queueing.discipline.ArrivalOrder}, {@link asynclab.queueing.discipline.ApplicationQueue}, {@link
 * asynclab.queueing.discipline.ReservedThreads}, {@link asynclab.queueing.discipline.SubmissionQueues}, {@link
 * asynclab.queueing.discipline.Fleet}.
 *
 * <p>{@code queueing} calls it. It calls {@code queue}, and knows no servlets. Read {@link asynclab.queueing.discipline.Discipline} first.
 */
package asynclab.queueing.discipline;
