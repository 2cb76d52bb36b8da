/**
 * Reads access logs, asks the model, and reports ({@link asynclab.logs.LogAnswer}). {@code -DcpuFile=} tells the processor time of each
 * endpoint ({@link asynclab.logs.ProcessorResult}). The log of our recorder tells what requests wait for ({@link
 * asynclab.logs.WaitReport}). By Maven the result is stored, and {@code -Dreplay=true} also replays the traffic on a real server and puts
 * measured beside predicted ({@link asynclab.logs.LogRun}, {@link asynclab.logs.LogReplay}).
 *
 * <p>{@code cli} calls it. It calls {@code accesslog}, {@code traffic}, {@code traffic.processor}, {@code model}, {@code delay}, {@code run}, {@code run.plan}, {@code
 * server}, {@code run.result}, {@code run.result.figures}, {@code document} and {@code options}. Read {@link
 * asynclab.logs.LogAnswer} first.
 */
package asynclab.logs;
