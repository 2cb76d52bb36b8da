package asynclab.bench;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.bench.micro.MicroBenchmarks;
import asynclab.bench.micro.MillionLines;
import asynclab.options.LabException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link MicroBenchmarks} with JMH, which also measures allocation, and the reading of a million samples. */
final class Micro {

    private final Bench bench;

    Micro(Bench bench) {
        this.bench = bench;
    }

    private double readMillionLines() {
        try {
            return MillionLines.readSeconds(bench.work());
        } catch (IOException e) {
            throw new LabException("The file of a million lines cannot be written: " + e.getMessage(), e);
        }
    }

    private static double nanosOf(List<List<Object>> rows, String part) {
        return rows.stream()
                .filter(row -> row.get(0).equals(part))
                .mapToDouble(row -> (double) row.get(1))
                .findFirst()
                .orElse(Double.NaN);
    }

    BenchResult run() {
        var options = new OptionsBuilder()
                .include(MicroBenchmarks.class.getName())
                .addProfiler(GCProfiler.class)
                .forks(2)
                .warmupIterations(3)
                .measurementIterations(5)
                .warmupTime(TimeValue.milliseconds(1_000 / bench.speed()))
                .measurementTime(TimeValue.milliseconds(1_000 / bench.speed()))
                .timeUnit(TimeUnit.NANOSECONDS)
                .verbosity(VerboseMode.SILENT)
                .jvmArgs("-Xmx512m")
                .build();
        bench.progress(0, 1, "JMH, about five minutes without output");
        var rows = new ArrayList<List<Object>>();
        try {
            for (RunResult result : new Runner(options).run()) {
                Result<?> time = result.getPrimaryResult();
                Result<?> bytes = result.getSecondaryResults().get("gc.alloc.rate.norm");
                rows.add(List.of(
                        time.getLabel().replace('_', ' '),
                        time.getScore(),
                        time.getScoreError(),
                        bytes == null ? "–" : (Object) bytes.getScore()));
            }
        } catch (RunnerException e) {
            throw new LabException("JMH failed: " + e.getMessage(), e);
        }
        return result(rows);
    }

    private BenchResult result(List<List<Object>> rows) {
        double seconds = readMillionLines();
        return bench.result(
                "What do the parts of a request cost?",
                List.of(
                        "The samples of a million requests are read in %.1f s, in a JVM of %d MB."
                                .formatted(seconds, Runtime.getRuntime().maxMemory() >> 20),
                        "One thread simulates %.0f million requests a minute in order of arrival."
                                .formatted(60e3 / nanosOf(rows, "simulate a request in order of arrival")),
                        "Compare rows of the same table only. ± is JMH's 99.9 % interval of the mean."),
                List.of(new ResultTable(
                        "Each part on its own, one thread, warmed up", List.of("part", "ns", "± ns", "bytes"), rows)),
                "-Xmx512m");
    }
}
