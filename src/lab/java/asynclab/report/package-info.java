/**
 * The document of an experiment, the overview of all, README's table, the comparison of two results. A report can be
 * made again at any time from the stored result.
 *
 * <p>{@code cli} calls it. It calls {@code document}, {@code report.plot}, {@code run.result}, {@code run.result.figures}, {@code run.plan}, {@code options}, {@code exchange} and
 * the model. Read {@link asynclab.report.Report} first.
 */
package asynclab.report;
