/**
 * The kind of run that {@code -Dlog=} starts: reads access logs, asks the model, and reports. {@code -Dreplay=true} also replays the
 * traffic on a real server, and puts measured beside predicted ({@link asynclab.logs.LogReplay}). {@code -DcpuFile=} tells the processor time of each endpoint
 * ({@link asynclab.logs.ProcessorResult}).
 *
 * <p>{@code cli} calls it. It calls {@code accesslog}, {@code traffic}, {@code model}, {@code delay}, {@code run}, {@code run.plan}, {@code
 * server}, {@code run.result}, {@code run.result.figures}, {@code document} and {@code options}. Read {@link
 * asynclab.logs.LogCommand} first.
 */
package asynclab.logs;
