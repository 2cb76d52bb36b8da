/**
 * The formats of access logs: what a line means, field by field. A format is given as the server's own format string, or recognised
 * from the first lines.
 *
 * <p>Only {@code accesslog} calls it. It calls no other room, and knows no servlets. Read {@link
 * asynclab.accesslog.format.LogFormat} first.
 */
package asynclab.accesslog.format;
