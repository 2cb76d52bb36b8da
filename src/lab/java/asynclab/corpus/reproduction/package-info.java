/**
 * Ten published benchmarks, measured again on servers of ours: the source's parameters, a server that stands for its threading model
 * ({@link asynclab.corpus.reproduction.StandIn}), and a client that starts and counts as its load tool does.
 *
 * <p>The predictions are in a file that is committed before anything is measured. {@code cli} calls it. It calls {@code corpus}, {@code
 * corpus.report}, {@code model}, {@code document}, {@code options}, {@code client}, {@code server}, {@code run}, {@code
 * run.plan}, {@code run.result} and {@code frameworks}. Read {@link asynclab.corpus.reproduction.ReproductionRun} first.
 */
package asynclab.corpus.reproduction;
