/**
 * The kind of run that {@code -Dlog=} starts: reads access logs, asks the model, and reports.
 *
 * <p>{@code cli} calls it. It calls {@code options}, {@code accesslog}, {@code traffic}, {@code queueing}, {@code result}, {@code report} and {@code report.plot}. Read {@link
 * asynclab.logs.LogCommand} first.
 */
package asynclab.logs;
