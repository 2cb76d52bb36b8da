/**
 * Answers from the model: does asynchronous processing pay ({@link asynclab.queueing.advice.BlockingVersusAsync}), how many threads
 * ({@link asynclab.queueing.advice.Sizing}), and which pool or hold time explains given figures ({@link
 * asynclab.queueing.advice.Explanation}).
 *
 * <p>{@code web.planner} and the lab call it. It calls {@code queueing} and {@code delay}, and knows no servlets. Read
 * {@link asynclab.queueing.advice.BlockingVersusAsync} first.
 */
package asynclab.queueing.advice;
