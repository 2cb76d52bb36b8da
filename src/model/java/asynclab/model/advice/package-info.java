/**
 * Answers from the model: does asynchronous processing pay ({@link asynclab.model.advice.BlockingVersusAsync}), which limit binds and
 * which is next ({@link asynclab.model.advice.StationLimit}), how many threads ({@link asynclab.model.advice.Sizing}), and which pool,
 * processor time or think time explains given figures ({@link
 * asynclab.model.advice.Explanation}).
 *
 * <p>{@code planner} and the lab call it. It calls {@code model} and {@code delay}, and knows no servlets. Read
 * {@link asynclab.model.advice.BlockingVersusAsync} first.
 */
package asynclab.model.advice;
