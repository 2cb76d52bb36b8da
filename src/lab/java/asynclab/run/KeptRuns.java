package asynclab.run;

import static asynclab.document.Texts.text;

import asynclab.document.ResultJson;
import asynclab.options.Options;
import asynclab.run.ArmRuns.FinishedRun;
import asynclab.run.plan.Configuration;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.Environment;
import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;

/**
 * The finished runs of an experiment, in a folder. So an interruption costs one run: the same command continues with the first run
 * that is not finished. {@link Environment#kept} says what else must be the same. The folder of code without a commit begins empty.
 * Only one thread uses this object.
 */
final class KeptRuns {

    private static final TypeReference<LinkedHashMap<String, Object>> FACTS = new TypeReference<>() {};

    private final Path folder;

    private KeptRuns(Path folder) {
        this.folder = folder;
    }

    /** The runs that this command has finished before an interruption. */
    static KeptRuns of(Options options, String experiment) throws IOException {
        String name = experiment + (options.publish() ? "-published-runs" : "-runs"); // a reference has more conditions
        Path kept = Environment.kept(options, name);
        Path folder = kept == null ? options.work().resolve(name) : kept;
        Path command = folder.resolve("command.txt");
        String now = options.command(experiment) + "\n"
                + Configuration.of(options.project()).of(experiment);
        if (kept == null || !Files.exists(command) || !Files.readString(command).equals(now)) {
            FileUtils.deleteDirectory(folder.toFile());
            Files.createDirectories(folder.resolve("curves"));
            Files.writeString(command, now);
        }
        return new KeptRuns(folder);
    }

    Path folder() {
        return folder;
    }

    /** The folder with the curves of each arm's first run. */
    Path curves() {
        return folder.resolve("curves");
    }

    /** The number of finished runs. */
    long count() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().matches(".*-\\d+\\.json"))
                    .count();
        }
    }

    /** A finished run; null if it is not finished. */
    FinishedRun run(PlannedArm arm, int number) throws IOException {
        Path file = file(arm, number);
        return Files.exists(file) ? ResultJson.mapper().readValue(file.toFile(), FinishedRun.class) : null;
    }

    void add(PlannedArm arm, FinishedRun run) throws IOException {
        ResultJson.write(file(arm, run.result().number()), run);
    }

    private Path file(PlannedArm arm, int number) {
        return folder.resolve(arm.name() + "-" + number + ".json");
    }

    /**
     * The environment of the whole experiment. If it continues, the date is that of the first start, the load before is the larger
     * one, and a sentence says so.
     *
     * @param now the environment of this start
     */
    Map<String, Object> environment(Map<String, Object> now) throws IOException {
        Path file = folder.resolve("environment.json");
        var whole = new LinkedHashMap<>(now);
        if (count() > 0) {
            Map<String, Object> first = ResultJson.mapper().readValue(file.toFile(), FACTS);
            whole.put("continued", text("on %s, after %d finished runs", now.get("date"), count()));
            whole.put("date", first.get("date"));
            for (String load : List.of("loadBefore", "busyBefore"))
                whole.put(load, Math.max(number(first.get(load)), number(now.get(load))));
        }
        ResultJson.write(file, whole);
        return whole;
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    /** Deletes the folder, because the result has all runs. */
    void delete() throws IOException {
        FileUtils.deleteDirectory(folder.toFile());
    }
}
