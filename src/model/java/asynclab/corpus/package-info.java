/**
 * Published benchmarks as data ({@link asynclab.corpus.Benchmark}), and what the model says of them: what limits each arm, its figures, and
 * what is impossible about the published ones. {@link asynclab.corpus.LoadTool} knows how each load tool starts, ends and counts. No
 * parameter is fitted.
 *
 * <p>{@code planner} and the lab call it. It calls {@code parameter}, {@code delay} and {@code model}, and knows no servlets. Read {@link
 * asynclab.corpus.PredictedArm} first.
 */
package asynclab.corpus;
