/**
 * Experiments as data: the file, its load and arms, the draws of its hold times, and the model's prediction.
 *
 * <p>{@code result}, {@code experiment}, {@code report}, {@code target}, {@code portability}, {@code bench.micro} and
 * {@code cli} call it. It calls {@code options} and the model ({@code queueing}, {@code delay}). Read {@link
 * asynclab.plan.Experiment} first.
 */
package asynclab.plan;
