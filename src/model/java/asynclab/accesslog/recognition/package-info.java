/**
 * Finds the format of a log from what a user gives, or from the first lines: what is around a line, names of fields, the table of formats, and
 * at last the columns by evidence. It refuses what the lines do not decide, and says which option does.
 *
 * <p>{@code accesslog} calls it. It calls {@code accesslog.format}, and knows no servlets. Read {@link
 * asynclab.accesslog.recognition.Formats} first.
 */
package asynclab.accesslog.recognition;
