/**
 * The traffic of a log, measured: {@code -Dreplay=true} replays it on a real server and puts measured beside predicted.
 *
 * <p>{@code cli} calls it. It calls {@code traffic}, {@code queueing}, {@code delay}, {@code experiment}, {@code plan}, {@code
 * server}, {@code report}, {@code result.figures} and {@code options}. Read {@link asynclab.logs.LogReplay} first.
 */
package asynclab.logs;
