package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.BadLine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The CSV that JMeter writes, by the names of its header. JMeter as it is shipped stamps the start ({@code
 * sampleresult.timestamp.start=true} of jmeter.properties). It writes no method. The path is that of the column {@code URL}, or
 * else the label.
 */
final class JtlFormat implements LogFormat {

    private final String header;
    private final int stamp;
    private final int elapsed;
    private final int label;
    private final int code;
    private final int url;

    JtlFormat(String header) {
        this.header = header;
        List<String> names = cells(header);
        stamp = names.indexOf("timeStamp");
        elapsed = names.indexOf("elapsed");
        label = names.indexOf("label");
        code = names.indexOf("responseCode");
        url = names.indexOf("URL");
    }

    static boolean hasHeader(String line) {
        List<String> names = cells(line);
        return names.contains("timeStamp") && names.contains("elapsed");
    }

    @Override
    public BadLine parse(String line, LogFields into) {
        into.clear();
        List<String> cells = cells(line);
        if (cells.size() <= Math.max(stamp, elapsed)) return BadLine.SHAPE;
        String time = cells.get(stamp);
        into.stampMicros(Stamp.ANY.micros(time, 0, time.length()));
        String millis = cells.get(elapsed);
        into.duration(Numbers.decimal(millis, 0, millis.length()));
        if (code >= 0 && code < cells.size())
            into.status(Numbers.whole(cells.get(code), 0, cells.get(code).length()));
        into.path(path(cells));
        return into.checked();
    }

    @Override
    public boolean isHeader(String line) {
        return line.equals(header);
    }

    private String path(List<String> cells) {
        String address = url >= 0 && url < cells.size() ? cells.get(url) : "";
        int host = address.indexOf("://");
        int path = host < 0 ? -1 : address.indexOf('/', host + 3);
        if (path >= 0) return address.substring(path);
        return label >= 0 && label < cells.size() ? cells.get(label) : "";
    }

    /** The cells of a line. A quote that does not end takes the rest of the line. */
    private static List<String> cells(String line) {
        var cells = new ArrayList<String>();
        var cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') cell.append(line.charAt(++i));
            else if (c == '"') quoted = !quoted;
            else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else cell.append(c);
        }
        cells.add(cell.toString());
        return cells;
    }

    @Override
    public String words() {
        return "JMeter's results with the header " + header;
    }

    @Override
    public TimeUnit unit() {
        return TimeUnit.MILLISECONDS;
    }

    @Override
    public String unitReason() {
        return "JMeter writes elapsed in milliseconds";
    }

    @Override
    public StampMoment moment() {
        return StampMoment.START;
    }

    @Override
    public String momentReason() {
        return "JMeter stamps the start unless sampleresult.timestamp.start is false";
    }
}
