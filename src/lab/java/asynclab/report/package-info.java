/**
 * Reports: Markdown and HTML, their sentences, the comparison of two results, JUnit's XML. A report can be made again at any
 * time from the stored result.
 *
 * <p>{@code cli} calls it. {@code soak}, {@code portability}, {@code frameworks} and {@code bench} use {@link
 * asynclab.report.MarkdownTable} for reports of their own. It calls {@code report.plot}, {@code result}, {@code
 * result.figures}, {@code plan}, {@code options}, {@code exchange} and the model. Read {@link asynclab.report.Report} first.
 */
package asynclab.report;
