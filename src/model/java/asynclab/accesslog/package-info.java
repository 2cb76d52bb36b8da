/**
 * Reads access logs: recognises the format, and makes a {@link asynclab.accesslog.LoggedRequest} of each line.
 * Of our recorder's log it also reads what it says of the server ({@link asynclab.accesslog.RecorderFacts}).
 *
 * <p>{@code traffic}, {@code planner} and the lab call it. It calls {@code accesslog.format} and {@code
 * accesslog.recognition}, and knows no servlets. Read {@link
 * asynclab.accesslog.LogReader} first.
 */
package asynclab.accesslog;
