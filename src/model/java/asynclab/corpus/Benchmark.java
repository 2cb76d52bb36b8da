package asynclab.corpus;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A published benchmark as data. {@link BenchmarkReader} reads it. The words are ours, the figures are the author's. Immutable.
 *
 * @param id a short name, unique in a corpus
 * @param year null if it is unknown
 * @param yearEstimated whether the year is an estimate
 * @param address where it stands, as far as it is known
 * @param tool what sent the load, with its version or revision if it was printed
 * @param conclusion what the author concluded
 * @param assumed what the source does not say and what was assumed, such as a default and of which version
 * @param note what a reader has to know
 * @param ignored names of fields that are not read
 */
public record Benchmark(
        String id,
        String title,
        String author,
        Integer year,
        boolean yearEstimated,
        String address,
        String server,
        String tool,
        String conclusion,
        String assumed,
        String note,
        List<BenchmarkArm> arms,
        List<String> ignored) {

    private static final Pattern HOST = Pattern.compile("(https?://)?([\\w-]+\\.)+[a-z]{2,}(/[^\\s;,]*)?");

    public Benchmark {
        arms = List.copyOf(arms);
        ignored = List.copyOf(ignored);
    }

    /** A link to the source; empty if its address is no URL. */
    public String link() {
        Matcher host = HOST.matcher(address);
        if (!host.lookingAt()) return "";
        return host.group().startsWith("http") ? host.group() : "https://" + host.group();
    }

    /** The year as a text, such as {@code 2019} or {@code c. 2019}. */
    public String yearInWords() {
        return year == null ? "–" : (yearEstimated ? "c.\u00a0" : "") + year;
    }

    /** What sent the load. */
    public LoadTool loadTool() {
        return LoadTool.of(tool, year);
    }
}
