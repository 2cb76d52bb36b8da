/**
 * The kind of run that {@code -Dlog=} starts: reads access logs, asks the model, and reports. With {@code -Dreplay=true} it also
 * replays the log on a real server and puts measured beside predicted.
 *
 * <p>{@code cli} calls it. It calls {@code options}, {@code accesslog}, {@code traffic}, {@code queueing}, {@code delay}, {@code
 * experiment}, {@code plan}, {@code server}, {@code result}, {@code result.figures}, {@code report} and {@code report.plot}. Read
 * {@link asynclab.logs.LogCommand} first.
 */
package asynclab.logs;
