package asynclab.accesslog.format;

import java.util.List;

/** Finds the format of a log. */
public final class Formats {

    private static final int COLUMN_LINES = 1_000;

    private Formats() {}

    /**
     * The format that a user gives: the server's own format string, perhaps after {@code tomcat-9:}, {@code tomcat-10.1:}, {@code
     * apache:}, {@code jetty:} or {@code nginx:}; the name of the server alone; or {@code json:} with the names of fields.
     *
     * @param given null or empty if the lines are to tell
     * @param lines the first lines of the log
     * @throws UnreadableLog if the format string is wrong, or if the lines do not tell
     */
    public static LogFormat of(String given, List<String> lines) {
        if (given == null || given.isBlank()) return recognised(lines, ServerKind.UNKNOWN);
        if (given.startsWith("json:")) return JsonFormat.given(given.substring("json:".length()));
        String named = given.replaceFirst("^tomcat-(7|8|8\\.5|10|10\\.0)(?=:|$)", ServerKind.TOMCAT_9.id())
                .replaceFirst("^tomcat-11(\\.0)?(?=:|$)", ServerKind.TOMCAT_10_1.id());
        for (ServerKind server : ServerKind.values()) {
            if (named.equals(server.id())) return recognised(lines, server);
            if (server != ServerKind.UNKNOWN && named.startsWith(server.id() + ":"))
                return ofServer(named.substring(server.id().length() + 1), server);
        }
        return ofServer(given, given.matches("(?s).*\\$\\{?\\w.*") ? ServerKind.NGINX : ServerKind.UNKNOWN);
    }

    private static LogFormat ofServer(String format, ServerKind server) {
        return server == ServerKind.NGINX ? NginxFormat.of(format) : PercentFormat.of(format, server);
    }

    private static LogFormat recognised(List<String> lines, ServerKind server) {
        List<String> full = lines.stream().filter(line -> !line.isBlank()).toList();
        if (full.isEmpty()) throw new UnreadableLog("The log is empty.");
        if (JtlFormat.hasHeader(full.get(0))) return new JtlFormat(full.get(0));
        var own = new OwnFormat();
        var fields = new LogFields();
        if (full.stream().anyMatch(line -> own.parse(line, fields) == null)) return own;
        if (full.get(0).startsWith("{")) return JsonFormat.recognised(full.get(0));
        return PercentFormat.of(Columns.formatOf(full.subList(0, Math.min(full.size(), COLUMN_LINES))), server);
    }
}
