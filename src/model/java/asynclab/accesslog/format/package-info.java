/**
 * The formats of access logs: what a line means, field by field. A format is a format string in one of several languages ({@link
 * asynclab.accesslog.format.PercentFormat}, {@link asynclab.accesslog.format.Dialect}, {@link asynclab.accesslog.format.Template}), or the names
 * of fields. {@code formats.json} has the formats that are known by name.
 *
 * <p>{@code accesslog.recognition} and {@code accesslog} call it. It calls no other room, and knows no servlets. Read {@link
 * asynclab.accesslog.format.LogFormat} first.
 */
package asynclab.accesslog.format;
