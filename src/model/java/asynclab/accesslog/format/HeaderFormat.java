package asynclab.accesslog.format;

import asynclab.accesslog.format.FieldRole.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Lines of cells whose names a line before them has: {@code #Fields:} of the W3C's extended log format, or the first line of a CSV file. A
 * {@code #Fields:} line in the middle of a log changes the columns. Each reader has its own. Not thread-safe.
 */
public final class HeaderFormat implements LogFormat {

    private static final String FIELDS = "#Fields:";

    private final String header;
    private final Map<String, FieldRole> fields;
    private final Map<String, Pattern> only;
    private final About about;
    private final boolean w3c;
    private final char separator;
    private FieldRole[] columns;
    private Pattern[] required;

    /**
     * A format with a header.
     *
     * @param header the line with the names of the columns
     * @param fields what each name is; other columns are not read
     * @param only what the values of some columns must match; lines with other values are no requests
     */
    public HeaderFormat(String header, Map<String, FieldRole> fields, Map<String, Pattern> only, About about) {
        this.header = header;
        this.fields = Map.copyOf(fields);
        this.only = Map.copyOf(only);
        this.about = about;
        w3c = header.startsWith(FIELDS);
        separator = separator(header);
        columns = columns(header);
    }

    private static char separator(String header) {
        if (header.startsWith(FIELDS)) return ' '; // or tabs
        for (char c : new char[] {'\t', ';', ','}) if (header.indexOf(c) >= 0) return c;
        return ',';
    }

    /** The names of the columns that a header line has. */
    public static List<String> names(String header) {
        boolean w3c = header.startsWith(FIELDS);
        return cells(w3c ? header.substring(FIELDS.length()).trim() : header, separator(header)).stream()
                .map(String::trim)
                .toList();
    }

    /** Whether a line has the names of columns in the way of the W3C's format. */
    public static boolean isW3c(String line) {
        return line.startsWith(FIELDS);
    }

    /** The cells of a line by the names of their columns. */
    public static Map<String, String> row(String header, List<String> names, String line) {
        List<String> cells = cells(line, separator(header));
        var row = new LinkedHashMap<String, String>();
        for (int i = 0; i < Math.min(names.size(), cells.size()); i++) row.putIfAbsent(names.get(i), cells.get(i));
        return row;
    }

    private FieldRole[] columns(String line) {
        List<String> names = names(line);
        var roles = new FieldRole[names.size()];
        for (int i = 0; i < roles.length; i++) roles[i] = fields.getOrDefault(names.get(i), FieldRole.SKIPPED);
        required = names.stream().map(only::get).toArray(Pattern[]::new);
        boolean timed = Arrays.stream(roles).anyMatch(role -> role.role() == Role.TIME);
        for (int i = 0; i < roles.length && w3c; i++) {
            if (names.get(i).equals("date")) roles[i] = FieldRole.of(Role.DATE);
            if (names.get(i).equals("time") && !timed) roles[i] = FieldRole.of(Role.TIME);
        }
        return roles;
    }

    @Override
    public BadLine parse(String line, LogFields into) {
        into.clear();
        if (isHeader(line)) {
            if (isW3c(line)) columns = columns(line);
            return BadLine.OTHER;
        }
        List<String> cells = cells(line, separator);
        if (w3c ? cells.size() != columns.length : cells.size() < columns.length / 2) return BadLine.SHAPE;
        BadLine bad = null;
        for (int i = 0; i < Math.min(columns.length, cells.size()); i++) {
            String cell = cells.get(i);
            if (required[i] != null && !required[i].matcher(cell).matches()) return BadLine.OTHER;
            boolean kept = columns[i].role() == Role.PATH && !into.path().isEmpty() && !cell.startsWith("http");
            if (columns[i].role() == Role.SKIPPED || cell.isEmpty() || kept) continue;
            BadLine of = into.take(columns[i], Stamp.ANY, cell, 0, cell.length());
            if (bad == null) bad = of;
        }
        return bad != null ? bad : into.checked();
    }

    @Override
    public boolean isHeader(String line) {
        return w3c ? line.startsWith("#") : line.equals(header);
    }

    @Override
    public boolean isTable() {
        return true;
    }

    /** The cells of a line. A quote that does not end takes the rest of the line. */
    private static List<String> cells(String line, char separator) {
        var cells = new ArrayList<String>();
        var cell = new StringBuilder();
        boolean quoted = false;
        boolean spaces = separator == ' ';
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            boolean between = c == separator || (spaces && c == '\t');
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') cell.append(line.charAt(++i));
            else if (c == '"') quoted = !quoted;
            else if (between && !quoted) {
                if (!spaces || c == '\t' || !cell.isEmpty()) cells.add(cell.toString());
                cell.setLength(0);
            } else cell.append(c);
        }
        if (!spaces || !cell.isEmpty()) cells.add(cell.toString());
        return cells;
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public HeaderFormat with(About other) {
        return new HeaderFormat(header, fields, only, other);
    }
}
