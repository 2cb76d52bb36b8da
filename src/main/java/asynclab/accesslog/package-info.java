/**
 * Reads access logs: recognises the format, and makes a {@link asynclab.accesslog.LoggedRequest} of each line.
 *
 * <p>{@code traffic}, {@code web.planner} and the lab call it. It calls no other room, and knows no servlets. Read {@link
 * asynclab.accesslog.LoggedRequest} first.
 */
package asynclab.accesslog;
