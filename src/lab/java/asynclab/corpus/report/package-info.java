/**
 * The report on a corpus of published benchmarks: where its files are ({@link asynclab.corpus.report.CorpusSources}), and the document
 * that puts published beside predicted.
 *
 * <p>{@code corpus.reproduction} and {@code cli} call it. It calls {@code corpus}, {@code parameter}, {@code model}, {@code document} and {@code options}. Read {@link
 * asynclab.corpus.report.CorpusReport} first.
 */
package asynclab.corpus.report;
