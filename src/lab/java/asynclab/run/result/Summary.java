package asynclab.run.result;

import asynclab.document.Judgement;
import asynclab.document.ResultJson;
import asynclab.run.plan.Configuration;
import asynclab.run.plan.LoadPlan;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A result as it is stored: {@code summary.json}, schema 3 ({@code results/README.md} documents it). Throughput is in requests
 * per second, times are in milliseconds. A figure that does not exist is null.
 *
 * @param thresholds the outcome of {@code -Dassert}; empty if nothing was asked
 */
public record Summary(
        int schema,
        String experiment,
        String title,
        int speed,
        String server,
        Map<String, Object> environment,
        String command,
        LoadPlan workload,
        List<ArmResult> arms,
        List<ValidityCheck> validity,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Judgement> thresholds,
        Conclusion conclusion) {

    public static final int SCHEMA = 3;

    public Summary {
        thresholds = thresholds == null ? List.of() : thresholds;
    }

    public long seed() {
        return ((Number) environment.get("seed")).longValue();
    }

    /** The files of the checkout that have changed since this was measured, see {@link Configuration#changedSince}. */
    public List<String> changedFiles(Configuration now) {
        return now.changedSince(experiment, environment);
    }

    public Summary with(List<Judgement> thresholds) {
        return new Summary(
                schema,
                experiment,
                title,
                speed,
                server,
                environment,
                command,
                workload,
                arms,
                validity,
                thresholds,
                conclusion);
    }

    /** @throws java.util.NoSuchElementException if there is no such arm */
    public ArmResult arm(String name) {
        return arms.stream().filter(arm -> arm.name().equals(name)).findFirst().orElseThrow();
    }

    public void writeTo(Path file) throws IOException {
        ResultJson.write(file, this);
    }

    /** Whether a folder has a result of this schema. A result of another schema must be measured again. */
    public static boolean isIn(Path folder) throws IOException {
        Path file = folder.resolve("summary.json");
        return Files.exists(file)
                && ResultJson.mapper().readTree(file.toFile()).path("schema").asInt() == SCHEMA;
    }

    public static Summary read(Path file) throws IOException {
        return ResultJson.mapper().readValue(file.toFile(), Summary.class);
    }
}
