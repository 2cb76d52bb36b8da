package asynclab.logs;

import asynclab.options.LabException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rows of a file of processor use: {@code pidstat -u}, {@code sar -u}, {@code sadf -d}, or a CSV with two columns, time and percent. Its first
 * lines tell which. Used once.
 */
final class CpuFile {

    /** What 100 % is: all processors of a server, or one. */
    enum Unit {
        ALL,
        ONE
    }

    /** @param line where it stands, from 1 */
    record CpuSample(long line, String time, double percent) {}

    private static final Pattern TIME_OF_DAY = Pattern.compile("(\\d{1,2}:\\d{2}:\\d{2}(?: [AP]M)?)\\s+(.*)");
    private static final Pattern EPOCH = Pattern.compile("(\\d{9,})\\s+(.*)");
    private static final Pattern ISO_DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Set<String> ALL_PROCESSORS = Set.of("all", "-1");
    private static final Set<String> NO_VALUE = Set.of("", "null", "nan", "undefined", "-");

    private final Path file;
    private final List<CpuSample> rows = new ArrayList<>();
    private final Set<String> processes = new LinkedHashSet<>();
    private List<String> header = List.of();
    private String tool = "a table with two columns, time and percent";
    private Unit unit;
    private LocalDate date;

    private CpuFile(Path file) {
        this.file = file;
    }

    /** @throws LabException if it is missing, or has no row, or has several processes */
    static CpuFile read(Path file) throws IOException {
        if (!Files.isRegularFile(file))
            throw new LabException("-DcpuFile must name a file, but there is no " + file + ".");
        var read = new CpuFile(file);
        try (Stream<String> lines = Files.lines(file)) {
            read.read(lines.toList());
        } catch (MalformedInputException | UncheckedIOException e) {
            throw new LabException("-DcpuFile must be a text in UTF-8, but " + file.getFileName() + " is not.", e);
        }
        return read;
    }

    /** The rows with a value, in the order of the file. */
    List<CpuSample> rows() {
        return rows;
    }

    /** What the format says of its percentages; null if it does not say. */
    Unit unit() {
        return unit;
    }

    /** The first date in a head of pidstat or sar, which is that of the first row; null if there is none. */
    LocalDate date() {
        return date;
    }

    /** Which format it is. */
    String tool() {
        return tool;
    }

    private void read(List<String> lines) {
        String delimiter = delimiter(lines);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replace("\uFEFF", "").strip();
            if (line.startsWith("Linux ")) {
                if (date == null) date = date(i + 1, line);
            } else if (!line.isEmpty() && !line.startsWith("Average:")) {
                if (delimiter.isEmpty()) words(i + 1, line);
                else columns(i + 1, line, delimiter);
            }
        }
        if (rows.isEmpty())
            throw new LabException("-DcpuFile must have lines with a time and a percentage, but " + file.getFileName()
                    + " has none in " + lines.size() + " lines.");
        if (processes.size() > 1)
            throw new LabException(
                    "-DcpuFile must have the use of one process, but " + file.getFileName() + " has " + processes.size()
                            + ": " + String.join(", ", processes) + ". Record it with pidstat -u -h -p PID 1.");
    }

    /** @return null if the line has no date in ISO 8601 */
    private static LocalDate date(long line, String text) {
        Matcher iso = ISO_DATE.matcher(text);
        if (!iso.find()) return null;
        try {
            return LocalDate.parse(iso.group());
        } catch (DateTimeException e) {
            throw new LabException("The date of -DcpuFile must be such as 2026-11-25, but line " + line + " has \""
                    + iso.group() + "\".");
        }
    }

    /** Empty if the columns are separated by spaces, as those of pidstat and sar. */
    private static String delimiter(List<String> lines) {
        for (String line : lines) {
            boolean pidstat = line.contains("%CPU") && line.contains("PID");
            if (pidstat || line.contains("%idle") && !line.contains(";")) return "";
            for (String one : List.of(";", "\t", ",")) if (line.contains(one) && !line.startsWith("Linux ")) return one;
        }
        return "";
    }

    private void words(long line, String text) {
        Matcher time = TIME_OF_DAY.matcher(text);
        Matcher epoch = EPOCH.matcher(text);
        boolean isDay = time.matches();
        if (text.startsWith("#")) {
            header = Arrays.asList(text.replaceFirst("#\\s*Time\\s+", "").split("\\s+"));
        } else if (text.contains("%CPU") || text.contains("%idle")) {
            header = Arrays.asList((isDay ? time.group(2) : text).split("\\s+"));
        } else if (isDay || epoch.matches()) {
            Matcher read = isDay ? time : epoch;
            sysstat(line, read.group(1), Arrays.asList(read.group(2).split("\\s+")));
        }
    }

    private void columns(long line, String text, String delimiter) {
        List<String> fields = CsvReader.builder().fieldSeparator(delimiter.charAt(0)).ofCsvRecord(text).stream()
                .findFirst()
                .map(CsvRecord::getFields)
                .orElse(List.of());
        if (text.startsWith("#")) {
            header = new ArrayList<>(fields);
            header.set(0, fields.get(0).replaceFirst("#\\s*", ""));
        } else if (header.contains("timestamp") && header.contains("%idle")) {
            if (fields.size() == header.size()) sysstat(line, fields.get(header.indexOf("timestamp")), fields);
        } else if (fields.size() == 2) {
            String value = fields.get(1).strip().replace("%", "").strip();
            if (NO_VALUE.contains(value.toLowerCase(Locale.ROOT))) return;
            double percent = number(value);
            // what stands before the first row is a header
            if (!Double.isNaN(percent))
                rows.add(new CpuSample(line, fields.get(0).strip(), percent));
            else if (!rows.isEmpty()) throw noNumber(line, value);
        } else if (!fields.isEmpty() && (!rows.isEmpty() || fields.get(0).matches("\\d.*"))) {
            throw new LabException("A table of -DcpuFile must have two columns, time and percent, but line " + line
                    + " of " + file.getFileName() + " has " + fields.size() + ".");
        }
    }

    /** A row of pidstat, whose percentages are of one processor, or of sar and sadf, whose percentages are of all. */
    private void sysstat(long line, String time, List<String> fields) {
        int process = header.indexOf("PID");
        if (header.contains("%CPU") && process >= 0) {
            tool = "pidstat";
            unit = Unit.ONE;
            rows.add(new CpuSample(line, time, value(line, fields, "%CPU")));
            processes.add(process < fields.size() ? fields.get(process) : "");
        } else if (header.contains("%idle") && isAll(fields)) {
            tool = "sar or sadf";
            unit = Unit.ALL;
            double unused = value(line, fields, "%idle");
            for (String other : List.of("%iowait", "%steal"))
                if (header.contains(other)) unused += value(line, fields, other);
            rows.add(new CpuSample(line, time, Math.max(0, 100 - unused)));
        }
    }

    private boolean isAll(List<String> fields) {
        int processor = header.indexOf("CPU");
        return processor < 0 || processor < fields.size() && ALL_PROCESSORS.contains(fields.get(processor));
    }

    private double value(long line, List<String> fields, String name) {
        int at = header.indexOf(name);
        String text = at < fields.size() ? fields.get(at) : "";
        double value = number(text);
        if (Double.isNaN(value)) throw noNumber(line, text);
        return value;
    }

    private LabException noNumber(long line, String text) {
        return new LabException("A percentage of -DcpuFile must be a number, but line " + line + " of "
                + file.getFileName() + " has \"" + text + "\".");
    }

    private static double number(String text) {
        if (!text.matches("-?\\d{1,15}([.,]\\d+)?([eE]-?\\d{1,2})?")) return Double.NaN;
        return Double.parseDouble(text.replace(',', '.'));
    }
}
