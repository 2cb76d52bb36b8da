package asynclab.accesslog;

import asynclab.accesslog.RecorderFacts.ProcessorTotal;
import asynclab.accesslog.format.LogFields;
import asynclab.accesslog.format.Stamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the lines of our recorder's log that begin with {@code #}. It ignores those of other logs, and malformed ones. Not thread-safe. */
final class RecorderHeader {

    private static final Pattern FACT = Pattern.compile("([a-z][\\w-]{0,40})=(?:\"([^\"]{0,200})\"|(\\S{1,200}))");
    private static final Pattern PROCESS =
            Pattern.compile("#Process: (\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d[.\\d]{0,7}) cpu-us=(\\d{1,18})");
    private static final Pattern DROPPED = Pattern.compile("#Dropped: \\S+ \\S+ (\\d{1,18})");

    private static final int MOST_TOTALS = 200_000; // of two days

    private final Map<String, List<String>> server = new LinkedHashMap<>();
    private final List<ProcessorTotal> process = new ArrayList<>();
    private long totals;
    private long each = 1; // one of so many totals is kept
    private boolean ours;
    private long droppedBefore; // in files before this one, if they come as one
    private long dropped;

    /** Reads a line that begins with #. @return whether no other reader needs the line: a server without traffic writes many such lines */
    boolean takes(String line) {
        if (line.startsWith("#Software:")) {
            ours = line.startsWith("#Software: asynclab-recorder");
            droppedBefore += dropped;
            dropped = 0;
        }
        if (!ours || line.startsWith("#Fields:")) return false;
        Matcher total = PROCESS.matcher(line);
        Matcher lost = DROPPED.matcher(line);
        if (total.matches()) {
            long stamp = Stamp.ANY.micros(total.group(1), 0, total.group(1).length());
            if (stamp != LogFields.ABSENT && totals++ % each == 0)
                process.add(new ProcessorTotal(stamp, Long.parseLong(total.group(2))));
            if (process.size() >= MOST_TOTALS) halve();
        } else if (lost.matches()) {
            dropped = Long.parseLong(lost.group(1));
        } else if (line.startsWith("#Server:")) {
            Matcher fact = FACT.matcher(line);
            while (fact.find())
                RecorderFacts.add(server, fact.group(1), fact.group(2) == null ? fact.group(3) : fact.group(2));
        }
        return true;
    }

    /** Leaves every second one out, of these and of all further ones. They are totals, so the rest has longer intervals. */
    private void halve() {
        each *= 2;
        for (int i = 0; i < process.size() / 2; i++) process.set(i, process.get(2 * i));
        process.subList(process.size() / 2, process.size()).clear();
    }

    /** Null if the log is not that of our recorder. */
    RecorderFacts facts() {
        return ours ? new RecorderFacts(server, process, droppedBefore + dropped, false) : null;
    }
}
