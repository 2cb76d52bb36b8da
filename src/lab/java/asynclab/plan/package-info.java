/**
 * What is to be measured, as data: an experiment's file, its load, the draws of its hold times, and what the model
 * predicts for it.
 *
 * <p>{@code result}, {@code experiment}, {@code report}, {@code target}, {@code portability}, {@code bench.micro} and
 * {@code cli} call it. It calls {@code options} and the model ({@code queueing}, {@code delay}). Read {@link
 * asynclab.plan.Experiment} first.
 */
package asynclab.plan;
