package asynclab.accesslog.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Recognises a format from its columns: the first lines are split at spaces, quotes and brackets, and what most values of a column
 * look like decides what it is. The result is a format string, so that a user can see it and correct it.
 */
final class Columns {

    private static final Pattern REQUEST = Pattern.compile("\"[A-Z]{3,20} \\S.* HTTP/[0-9.]+\"");
    private static final Pattern METHOD =
            Pattern.compile("GET|POST|PUT|DELETE|HEAD|OPTIONS|PATCH|TRACE|CONNECT|PROPFIND");
    private static final Pattern PATH = Pattern.compile("(/|https?://)\\S*");
    private static final Pattern STATUS = Pattern.compile("[1-5]\\d\\d");
    private static final Pattern SECONDS = Pattern.compile("\\d+\\.\\d{3,9}");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final Pattern KEY = Pattern.compile("([A-Za-z_]{1,30}=)?(\"?)(.*?)\\2", Pattern.DOTALL);
    private static final double MOST = 0.9;
    private static final double MANY = 0.7; // a scanner's requests are no HTTP

    private static final int MOST_BRACKETED = 100;

    private final List<List<String>> rows;
    private final int count;
    private final String[] fields;
    private final String firstLine;

    private Columns(List<String> lines) {
        List<List<String>> all = lines.stream().map(Columns::split).toList();
        count = all.stream().collect(Collectors.groupingBy(List::size, Collectors.counting())).entrySet().stream()
                .max(Map.Entry.<Integer, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(0);
        rows = all.stream().filter(row -> row.size() == count).toList();
        firstLine = lines.get(all.indexOf(rows.get(0)));
        fields = new String[count];
    }

    private static List<String> split(String line) {
        var columns = new ArrayList<String>();
        int at = 0;
        while (at < line.length()) {
            if (isSpace(line.charAt(at))) {
                at++;
                continue;
            }
            int end = end(line, at);
            columns.add(line.substring(at, end));
            at = end;
        }
        return columns;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }

    /** A date with a time after it. */
    private static boolean isDate(String line, int from, int to) {
        boolean date = to - from >= 10 && to - from <= 11 && Character.isDigit(line.charAt(from));
        return date && to + 3 < line.length() && line.charAt(to + 3) == ':' && !isSpace(line.charAt(to + 1));
    }

    /** Where the column ends that starts here, perhaps with a key and an equals sign. Spaces in quotes and brackets are part of it. */
    private static int end(String line, int from) {
        int at = from;
        while (at < line.length() && (Character.isLetter(line.charAt(at)) || line.charAt(at) == '_')) at++;
        if (at > from && at < line.length() && line.charAt(at) == '=') at++;
        else at = from;
        int close = at;
        if (at < line.length() && line.charAt(at) == '"') {
            close = line.indexOf('"', at + 1);
            while (close > 0 && line.charAt(close - 1) == '\\') close = line.indexOf('"', close + 1);
        } else if (at < line.length() && line.charAt(at) == '[') {
            close = line.indexOf(']', at);
            if (close - at > MOST_BRACKETED) close = at;
        }
        int end = Math.max(at, close);
        while (end < line.length() && !isSpace(line.charAt(end))) end++;
        return isDate(line, from, end) ? end(line, end + 1) : end;
    }

    /**
     * The format string of the lines, in the language of {@link PercentFormat}.
     *
     * @throws UnreadableLog if there is no time, no request or no duration among the columns
     */
    static String formatOf(List<String> lines) {
        return new Columns(lines).recognised();
    }

    private String recognised() {
        int stamp = first(0, Columns::isStamp, MOST);
        if (stamp < 0)
            throw new UnreadableLog(
                    "The format of the log is not recognised: no column is a time in all lines. Give the"
                            + " server's format string: -DlogFormat='%h %l %u %t \"%r\" %s %b %D'");
        fields[stamp] = "%t";
        int after = requestColumns();
        int status = first(after, matches(STATUS), MOST);
        if (status >= 0) fields[status] = "%s";
        boolean common = stamp == 3 && after == 5 && status == 5;
        if (common && count > 6 && share(6, matches(NUMBER)) >= MOST && share(6, matches(SECONDS)) < MOST)
            fields[6] = "%b";
        duration(status >= 0 ? status + 1 : after);
        if (common)
            for (int i = 0; i < 3; i++) fields[i] = List.of("%h", "%l", "%u").get(i);
        return words();
    }

    /** Finds the first line of the request, or its method and path. Returns the column after them. */
    private int requestColumns() {
        int request = first(0, matches(REQUEST), MANY);
        if (request >= 0) {
            fields[request] = "%r";
            return request + 1;
        }
        int method = first(0, matches(METHOD), MANY);
        if (method >= 0) fields[method] = "%m";
        int path = first(0, matches(PATH), MANY);
        if (path < 0)
            throw new UnreadableLog(
                    "The format of the log is not recognised: no column is a request such as \"GET / HTTP/1.1\""
                            + " or a path. Give the server's format string with -DlogFormat=");
        fields[path] = "%U";
        return path + 1;
    }

    /** Seconds with a fraction are surely a duration. Of whole numbers, the last one is taken, or the one that is always the largest. */
    private void duration(int from) {
        int seconds = first(from, matches(SECONDS), MOST);
        if (seconds < 0) seconds = first(0, matches(SECONDS), MOST);
        if (seconds >= 0) {
            fields[seconds] = "%{s}T";
            return;
        }
        int best = wholeNumber(from);
        if (best < 0) best = wholeNumber(0);
        if (best < 0)
            throw new UnreadableLog(
                    "No column of the log is the duration of a request. Let the server write it (Tomcat, Jetty and"
                            + " Apache: %D; nginx: $request_time), or name it with -DlogFormat=");
        fields[best] = "%D";
    }

    private int wholeNumber(int from) {
        int best = -1;
        for (int column = from; column < count; column++) {
            boolean free = fields[column] == null && share(column, Columns::isStamp) < MOST;
            if (free && share(column, matches(NUMBER)) >= MOST && (best < 0 || !largest(best, column))) best = column;
        }
        return best;
    }

    /** True if the one column is never less than the other and sometimes more, as %D is beside %F, and as %D beside %T. */
    private boolean largest(int column, int other) {
        boolean more = false;
        for (List<String> row : rows) {
            String value = inner(row.get(column));
            String than = inner(row.get(other));
            double a = Numbers.decimal(value, 0, value.length());
            double b = Numbers.decimal(than, 0, than.length());
            if (a < b) return false;
            more |= a > b;
        }
        return more;
    }

    private int first(int from, Predicate<String> of, double least) {
        for (int column = from; column < count; column++)
            if (fields[column] == null && share(column, of) >= least) return column;
        return -1;
    }

    /** Which share of the values is like this. A dash is no value. */
    private double share(int column, Predicate<String> of) {
        List<String> values = rows.stream()
                .map(row -> row.get(column))
                .filter(value -> !inner(value).equals("-"))
                .toList();
        return values.isEmpty() ? 0 : (double) values.stream().filter(of).count() / values.size();
    }

    private static Predicate<String> matches(Pattern pattern) {
        boolean whole = pattern == REQUEST;
        return value -> pattern.matcher(whole ? value : inner(value)).matches();
    }

    /** The value without a key before it and without its quotes. */
    private static String inner(String column) {
        var matcher = KEY.matcher(column);
        return matcher.matches() ? matcher.group(3) : column;
    }

    private static boolean isStamp(String column) {
        String value = inner(column);
        boolean bracketed = value.startsWith("[") && value.endsWith("]");
        long micros = Stamp.ANY.micros(value, bracketed ? 1 : 0, value.length() - (bracketed ? 1 : 0));
        return micros > 978_307_200L * Stamp.SECOND && micros < 4_102_444_800L * Stamp.SECOND; // 2001 to 2100
    }

    /** The format string: the fields, with the keys, quotes and separators that the first row has around them. */
    private String words() {
        var words = new StringBuilder();
        int at = 0;
        for (int column = 0; column < count; column++) {
            String value = rows.get(0).get(column);
            int from = firstLine.indexOf(value, at);
            words.append(firstLine, at, from);
            at = from + value.length();
            var matcher = KEY.matcher(value);
            boolean plain = !matcher.matches();
            String key = plain || matcher.group(1) == null ? "" : matcher.group(1);
            String quote = plain ? "" : matcher.group(2);
            words.append(key.replace("%", "%%")).append(quote);
            words.append(fields[column] == null ? "%*" : fields[column]).append(quote);
        }
        return words.toString();
    }
}
