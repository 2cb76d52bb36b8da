package asynclab.report.plot;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.document.Plot;
import asynclab.run.result.ExperimentResult;
import asynclab.run.result.Summary;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The predicted curves of arms whose requests wait for a connection, or need a thread for a short time only. */
class ArmPlotsTest {

    @ParameterizedTest
    @CsvSource({
        "pool-of-ten, 200-threads, threads, 60, 60", // 60 users, ten connections
        "pool-of-ten, 200-threads, waiting, 0, 0",
        "pool-of-ten, 200-threads, in-flight, 60, 60",
        "pool-of-ten, virtual-threads, threads, 0, 0",
        "pool-of-ten, virtual-threads, in-flight, 60, 60",
        "pool-of-ten, async, in-flight, 60, 60",
        "sizing-1000, async-18, threads, 18, 18",
        "sizing-1000, async-18, waiting, 150, 300" // 2,000 users − 900 per second × 2 s
    })
    void a_curve_counts_what_the_server_counts(String experiment, String arm, String plot, double least, double most)
            throws Exception {
        Path folder = Path.of("results", experiment);
        Summary summary = Summary.read(folder.resolve("summary.json"));
        List<Evidence> alone = Evidence.read(ExperimentResult.of(summary), folder).stream()
                .filter(e -> e.arm().name().equals(arm))
                .toList();
        double highest = ArmPlots.of(summary, alone).stream()
                .filter(made -> made.id().equals(plot))
                .flatMap(made -> made.series().stream())
                .filter(curve -> curve.kind() == Plot.PlotKind.PREDICTED)
                .flatMap(curve -> curve.points().stream())
                .mapToDouble(point -> point[1])
                .max()
                .orElseThrow();
        assertTrue(least - 0.1 <= highest && highest <= most + 0.1, () -> "" + highest);
    }
}
