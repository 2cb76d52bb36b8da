package asynclab.run;

import asynclab.options.LabException;
import asynclab.run.plan.LoadPlan;
import asynclab.run.result.figures.SentBurst.CrossCheck;
import asynclab.server.Processes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends requests by another load generator: {@code ab} of Debian's apache2-utils, if {@code ab} is installed. {@code ab} opens a
 * connection for each request. The figures of a burst come from the longest request. Its "Time taken" has one response time more,
 * because ab since httpd 2.4.33 sends its first request alone.
 */
public final class ApacheBench {

    private static final Pattern LONGEST = line("100%\\s+(\\d+) \\(longest request\\)");
    private static final Pattern COMPLETE = line("Complete requests:\\s+(\\d+)");
    private static final Pattern FAILED = line("Failed requests:\\s+(\\d+)");
    private static final Pattern OTHER_STATUS = line("Non-2xx responses:\\s+(\\d+)");
    private static final Pattern TAKEN = line("Time taken for tests:\\s+([\\d.]+) seconds");
    private static final Pattern PER_SECOND = line("Requests per second:\\s+([\\d.]+)");
    private static final Pattern MEAN = line("Total:\\s+\\d+\\s+(\\d+)");
    private static final Pattern PERCENTILE = line("(\\d+)%\\s+(\\d+)");
    private static final int SOCKET_TIMEOUT_SECONDS = 120;

    private final Processes processes;
    private final Path work;

    public ApacheBench(Processes processes, Path work) {
        this.processes = processes;
        this.work = work;
    }

    public static boolean isInstalled() {
        return Processes.isInstalled("ab");
    }

    /**
     * Sends one request for each user of the load, all at once.
     *
     * @return null if ab is not installed
     * @throws LabException if ab fails
     */
    CrossCheck run(LoadPlan load, String url) {
        if (!isInstalled()) return null;
        List<String> command = command(load.users(), load.users(), url);
        return parse(String.join(" ", command), output(command));
    }

    /**
     * What ab printed of a whole run.
     *
     * @param failed requests that failed or had another status than 2xx
     * @param percentilesMs by percentile; that of 100 is the longest request
     */
    public record AbRun(
            long requests,
            long failed,
            double seconds,
            double perSecond,
            double meanMs,
            Map<Integer, Double> percentilesMs) {}

    /**
     * Sends a number of requests.
     *
     * @param atOnce the number of concurrent requests
     * @throws LabException if ab fails
     */
    public AbRun run(long requests, int atOnce, String url) {
        return read(output(command(requests, atOnce, url)));
    }

    private static List<String> command(long requests, int atOnce, String url) {
        return List.of(
                "ab",
                "-n",
                String.valueOf(requests),
                "-c",
                String.valueOf(atOnce),
                "-s",
                String.valueOf(SOCKET_TIMEOUT_SECONDS),
                "-l", // or ab counts a response of another length as failed, and a 503 twice
                url);
    }

    private String output(List<String> command) {
        Processes.ProgramEnd ab = processes.run(work, command, "");
        if (ab.exit() != 0) throw new LabException("ab failed: " + lastLine(ab.output()));
        return ab.output();
    }

    /** @throws LabException if the output is not that of a finished run */
    static AbRun read(String output) {
        CrossCheck finished = parse("", output);
        var percentiles = new TreeMap<Integer, Double>();
        Matcher percentile = PERCENTILE.matcher(output);
        while (percentile.find())
            percentiles.put(Integer.valueOf(percentile.group(1)), Double.valueOf(percentile.group(2)));
        return new AbRun(
                finished.requests(),
                finished.failed(),
                decimal(TAKEN, output),
                decimal(PER_SECOND, output),
                decimal(MEAN, output),
                percentiles);
    }

    private static double decimal(Pattern line, String output) {
        Matcher found = line.matcher(output);
        if (!found.find()) throw new LabException("ab printed no \"" + line.pattern() + "\".");
        return Double.parseDouble(found.group(1));
    }

    /** @throws LabException if the output is not that of a finished run */
    static CrossCheck parse(String command, String output) {
        OptionalLong requests = number(COMPLETE, output);
        OptionalLong longest = number(LONGEST, output);
        if (requests.isEmpty() || longest.isEmpty() || longest.getAsLong() == 0)
            throw new LabException(
                    "ab printed no time of the longest request. The last line of its output: " + lastLine(output));
        return new CrossCheck(
                command,
                (int) requests.getAsLong(),
                (int) (number(FAILED, output).orElse(0)
                        + number(OTHER_STATUS, output).orElse(0)),
                longest.getAsLong(),
                requests.getAsLong() * 1_000.0 / longest.getAsLong());
    }

    private static OptionalLong number(Pattern line, String output) {
        Matcher found = line.matcher(output);
        return found.find() ? OptionalLong.of(Long.parseLong(found.group(1))) : OptionalLong.empty();
    }

    private static Pattern line(String text) {
        return Pattern.compile("^\\s*" + text, Pattern.MULTILINE);
    }

    private static String lastLine(String output) {
        return output.lines().reduce("no output", (first, last) -> last.isBlank() ? first : last.trim());
    }
}
