package asynclab.portability;

import asynclab.document.ResultJson;
import asynclab.options.LabException;
import asynclab.server.Container;
import asynclab.server.Containers;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonCreator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The content of {@code results/containers/summary.json}: the newest result of each container. {@link PortabilityReport} makes the
 * report from it alone. Throughput is in requests per second. Times are in milliseconds, unless the name has another unit.
 */
public record PortabilityResult(int schema, String experiment, Context context, List<Row> containers) {

    private static final int SCHEMA = 1;

    /** The environment of the last run, and the model's throughput for a pool of 100 threads. */
    record Context(
            int speed,
            Map<String, Object> environment,
            String command,
            double predictedBlocking,
            double predictedAsync) {}

    /**
     * The results of the wire contract tests, which run on request.
     *
     * @param notAsked the number of tests that did not run, by the reason
     */
    record Contracts(int passed, Map<String, Integer> notAsked, List<String> failed) {}

    /** The result of one container. A value that was not reached is null. One thread fills it step by step; then it is only read. */
    @JsonAutoDetect(
            fieldVisibility = JsonAutoDetect.Visibility.ANY,
            getterVisibility = JsonAutoDetect.Visibility.NONE,
            isGetterVisibility = JsonAutoDetect.Visibility.NONE)
    static final class Row {
        String name;
        String title;
        String version;
        String workaround;
        String date;
        boolean tried = true;
        /** Why the run ended early; null if it was complete. */
        String reason;

        /** The machine's load average before the start. If it is above the number of cores, the figures are doubtful. */
        double loadBefore;

        Double startSeconds;
        LoadFigures blocking;
        LoadFigures async;
        Long defaultTimeoutMillis;
        String abort;
        Contracts contracts;

        @JsonCreator
        Row() {}

        Row(Container container) {
            name = container.name();
            title = container.title();
            workaround = container.workaround();
            date = LocalDate.now(ZoneOffset.UTC).toString();
            loadBefore = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        }

        Row notTried(String why) {
            tried = false;
            reason = why;
            return this;
        }
    }

    /** The stored result of a folder; without containers if there is none. */
    public static PortabilityResult in(Path folder) throws IOException {
        Path file = folder.resolve("summary.json");
        return Files.exists(file)
                ? ResultJson.mapper().readValue(file.toFile(), PortabilityResult.class)
                : new PortabilityResult(SCHEMA, "containers", null, List.of());
    }

    /** Stores this in a folder. */
    void store(Path folder) throws IOException {
        ResultJson.write(folder.resolve("summary.json"), this);
    }

    private Optional<Row> known(String name) {
        return containers.stream().filter(row -> row.name.equals(name)).findFirst();
    }

    /** Sets the wire contract results of a container that already has a result. */
    PortabilityResult with(String name, Contracts contracts) {
        Row row = known(name).orElseThrow(() -> new LabException(name + " has not been tried."));
        row.workaround = Containers.named(name).workaround();
        row.contracts = contracts;
        return this;
    }

    /** Replaces the result of a container. Its wire contract results stay, if its version is the same. */
    PortabilityResult with(Row row, Context now) {
        known(row.name)
                .filter(known -> Objects.equals(row.version, known.version))
                .ifPresent(known -> row.contracts = known.contracts);
        var rows = new ArrayList<Row>();
        for (Container container : Containers.ALL) {
            if (container.name().equals(row.name)) rows.add(row);
            else known(container.name()).ifPresent(rows::add);
        }
        return new PortabilityResult(schema, experiment, now, rows);
    }
}
