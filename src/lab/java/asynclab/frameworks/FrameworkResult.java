package asynclab.frameworks;

import asynclab.document.DocumentFolder;
import asynclab.document.ResultJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The content of {@code results/frameworks/summary.json}. {@link FrameworkReport} makes the report, the picture and the page's
 * table from it alone.
 *
 * @param holds whether each part is measured completely or not at all; only such a result can be published
 * @param verdict the missing measurements, or a sentence that none is missing
 * @param rounds starts of each server for the cost
 * @param rateRounds starts of each gateway
 * @param lines the number of lines of each framework's program, by its name
 * @param commits as in {@link FrameworkCells}
 * @param cells as in {@link FrameworkCells}
 */
record FrameworkResult(
        int schema,
        boolean holds,
        String verdict,
        int speed,
        int rounds,
        int rateRounds,
        String command,
        Map<String, Object> environment,
        Map<String, Integer> lines,
        Map<String, String> commits,
        Map<String, Map<String, Double>> cells) {

    static final int SCHEMA = 1;

    static FrameworkResult read(Path folder) throws IOException {
        return ResultJson.mapper().readValue(folder.resolve("summary.json").toFile(), FrameworkResult.class);
    }

    /** Stores this in a folder, with its report and picture. */
    void writeTo(Path folder) throws IOException {
        ResultJson.write(folder.resolve("summary.json"), this);
        var report = new FrameworkReport(this);
        if (report.hasCost()) FrameworkChart.write(folder.resolve(FrameworkChart.NAME), report);
        DocumentFolder.write(report.document(), folder);
    }
}
