package asynclab.calibration;

import asynclab.document.ResultJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A calibration as it is stored: {@code summary.json}. The forecasts are beside it, in {@code workloads.json}.
 *
 * @param holds whether every workload is measured; else the result is no reference
 * @param verdict the headline
 * @param server the version of the server; null before the first measurement
 * @param environment of the first measurement
 * @param workloads the measured ones, in the order in which they were measured
 */
record CalibrationResult(
        int schema,
        boolean holds,
        String verdict,
        String command,
        String server,
        Map<String, Object> environment,
        List<MeasuredWorkload> workloads) {

    static final int SCHEMA = 1;
    private static final String FILE = "summary.json";

    /** Reads the result of a folder; null if there is none. */
    static CalibrationResult in(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        return Files.exists(file) ? ResultJson.mapper().readValue(file.toFile(), CalibrationResult.class) : null;
    }

    void writeTo(Path folder) throws IOException {
        ResultJson.write(folder.resolve(FILE), this);
    }
}
