package asynclab.run;

import asynclab.options.LabException;
import asynclab.run.plan.LoadPlan;
import asynclab.run.result.figures.SentBurst.CrossCheck;
import asynclab.server.Processes;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Sends the same burst by another load generator: {@code ab} of Debian's apache2-utils, if {@code ab} is installed. {@code ab}
 * opens a connection for each request within the burst. The figures come from the longest request, because ab 2.3 of Debian 12
 * adds about one response time to its "Time taken" with any server.
 */
final class ApacheBench {

    private static final Pattern LONGEST = line("100%\\s+(\\d+) \\(longest request\\)");
    private static final Pattern COMPLETE = line("Complete requests:\\s+(\\d+)");
    private static final Pattern FAILED = line("Failed requests:\\s+(\\d+)");
    private static final Pattern OTHER_STATUS = line("Non-2xx responses:\\s+(\\d+)");
    private static final int SOCKET_TIMEOUT_SECONDS = 120;

    private final Processes processes;
    private final Path work;

    ApacheBench(Processes processes, Path work) {
        this.processes = processes;
        this.work = work;
    }

    static boolean isInstalled() {
        return Stream.of(String.valueOf(System.getenv("PATH")).split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "ab")));
    }

    /**
     * Sends one request for each user of the load, all at once.
     *
     * @return null if ab is not installed
     * @throws LabException if ab fails
     */
    CrossCheck run(LoadPlan load, String url) {
        if (!isInstalled()) return null;
        List<String> command = List.of(
                "ab",
                "-n",
                String.valueOf(load.users()),
                "-c",
                String.valueOf(load.users()),
                "-s",
                String.valueOf(SOCKET_TIMEOUT_SECONDS),
                url);
        Process ab = processes.program(work, command);
        try {
            String output = new String(ab.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (ab.waitFor() != 0) throw new LabException("ab failed: " + lastLine(output));
            return parse(String.join(" ", command), output);
        } catch (IOException e) {
            throw new LabException("The output of ab cannot be read: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted while ab ran.");
        } finally {
            processes.stop(ab);
        }
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
