package asynclab.result;

import asynclab.plan.Experiment;
import asynclab.queueing.Prediction;
import asynclab.queueing.Station;
import asynclab.queueing.Trace;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * A result as it is stored: {@code summary.json}, schema 2 ({@code results/README.md} documents it). Throughput is in requests
 * per second, times are in milliseconds; a figure that does not exist is null.
 *
 * @param thresholds what was asked of it by {@code -Dassert}, and whether it was met; absent for nothing
 */
public record Summary(
        int schema,
        String experiment,
        String title,
        int speed,
        String server,
        Map<String, Object> environment,
        String command,
        Experiment.Load workload,
        List<Arm> arms,
        List<Validity.Check> validity,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Threshold.Outcome> thresholds,
        String verdict) {

    public static final int SCHEMA = 2;

    public Summary {
        thresholds = thresholds == null ? List.of() : thresholds;
    }

    /** Whether the server was watched; somebody's own is not. */
    public boolean isWatched() {
        return arms.stream().allMatch(arm -> arm.server() != null);
    }

    public Summary with(List<Threshold.Outcome> thresholds) {
        return with(thresholds, validity);
    }

    public Summary with(List<Threshold.Outcome> thresholds, List<Validity.Check> validity) {
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
                verdict);
    }

    /**
     * @param published as in the post, scaled by the speed
     * @param measured the first run; {@code runs} has every one
     * @param server null where it is not ours and cannot be watched
     * @param why what limits the arm, and how far the prediction was off; continues "The arm is" and has no full stop at its end
     * @param word what limits it in a few words
     */
    public record Arm(
            String name,
            String path,
            Experiment.Figures published,
            Predicted predicted,
            Measured measured,
            ServerFigures server,
            String why,
            String word,
            List<Run> runs) {

        public Arm named(String other) {
            return new Arm(other, path, published, predicted, measured, server, why, word, runs);
        }
    }

    /** One server JVM's run. */
    public record Run(int number, Measured measured, ServerFigures server) {}

    /** The model's figures, {@link Prediction} field by field; {@code station} is how many requests can be held at once, null for any number,
     * {@code reserved} how many idle ones the server keeps for newcomers. */
    public record Predicted(
            int requests,
            int failed,
            double throughput,
            double throughputLow,
            double throughputHigh,
            Double steadyThroughput,
            double goodput,
            double meanMs,
            double sdMs,
            double p50Ms,
            double p75Ms,
            double p95Ms,
            double p99Ms,
            double maxMs,
            double durationMs,
            int maxInFlight,
            double goodMeanMs,
            double goodP95Ms,
            List<Long> eachMs,
            Integer station,
            int reserved,
            Bounds bounds,
            String limitedBy) {

        /** In requests per second; null for a bound that does not exist. */
        public record Bounds(Double arrivals, Double users, Double threads) {}

        public static Predicted of(Prediction p, Station station) {
            return new Predicted(
                    p.requests(),
                    p.failed(),
                    p.throughput(),
                    p.throughputLow(),
                    p.throughputHigh(),
                    p.steadyThroughput(),
                    p.goodput(),
                    p.meanMs(),
                    p.sdMs(),
                    p.p50Ms(),
                    p.p75Ms(),
                    p.p95Ms(),
                    p.p99Ms(),
                    p.maxMs(),
                    p.durationMs(),
                    p.maxInFlight(),
                    p.goodMeanMs(),
                    p.goodP95Ms(),
                    p.eachMs(),
                    station.isUnlimited() ? null : station.threads(),
                    station.reserved(),
                    new Bounds(
                            finite(p.bounds().arrivals()),
                            finite(p.bounds().users()),
                            finite(p.bounds().threads())),
                    p.bounds().limiter().name().toLowerCase(Locale.ROOT));
        }

        private static Double finite(double value) {
            return Double.isInfinite(value) ? null : value;
        }
    }

    /**
     * @param errors failed samples; they are among the samples
     * @param errorsByMessage what JMeter says of them
     * @param steadySeconds how long all users were at work; null if they never all were
     * @param rampMs from the first user's first request to the last user's
     * @param eachMs every response time in ascending order, if there are no more than twenty
     */
    public record Measured(
            int samples,
            int errors,
            Map<String, Integer> errorsByMessage,
            double throughput,
            Double steadyThroughput,
            Double steadySeconds,
            double goodput,
            double meanMs,
            double sdMs,
            double p50Ms,
            double p75Ms,
            double p90Ms,
            double p95Ms,
            double p99Ms,
            double p999Ms,
            double maxMs,
            double goodMeanMs,
            double goodP95Ms,
            double rampMs,
            List<Long> eachMs,
            Map<String, ByLabel> byLabel) {

        private static final int FEW = 20;

        /** @param errors failed samples by what JMeter says of them */
        public static Measured of(Trace trace, Map<String, Trace> byLabel, Map<String, Integer> errors) {
            Trace.Window steady = trace.steady();
            Histogram times = trace.histogram();
            Histogram goodTimes = trace.succeeded().histogram();
            var labels = new LinkedHashMap<String, ByLabel>();
            byLabel.forEach((label, part) -> labels.put(label, ByLabel.of(part.histogram())));
            return new Measured(
                    trace.size(),
                    errors.values().stream().mapToInt(Integer::intValue).sum(),
                    errors,
                    trace.throughput(),
                    steady == null ? null : trace.throughput(steady),
                    steady == null ? null : steady.millis() / 1_000,
                    trace.goodput(),
                    times.getMean(),
                    times.getStdDeviation(),
                    times.getValueAtPercentile(50),
                    times.getValueAtPercentile(75),
                    times.getValueAtPercentile(90),
                    times.getValueAtPercentile(95),
                    times.getValueAtPercentile(99),
                    times.getValueAtPercentile(99.9),
                    times.getMaxValue(),
                    goodTimes.getMean(),
                    goodTimes.getValueAtPercentile(95),
                    trace.rampMillis(),
                    trace.size() > FEW ? null : trace.responseMillis(),
                    labels);
        }
    }

    public record ByLabel(long samples, double meanMs, double p50Ms, double p95Ms, double p99Ms, double maxMs) {
        public static ByLabel of(Histogram times) {
            return new ByLabel(
                    times.getTotalCount(),
                    times.getMean(),
                    times.getValueAtPercentile(50),
                    times.getValueAtPercentile(95),
                    times.getValueAtPercentile(99),
                    times.getMaxValue());
        }
    }

    /**
     * @param cpuMicrosPerRequest processor time of the server's JVM over the run ÷ samples
     * @param reservedThreads how many idle ones are kept for newcomers at most; -1 if it is not Jetty
     * @param peakWaiting the most requests without a thread at one look: queued for one, or held asynchronously
     * @param peakRssBytes null where the system does not tell
     * @param warmupRequests of the ledger's, sent before the run
     * @param ledger the application's at the end of the run, warm-up included
     * @param missedSeconds in which JMX did not answer
     */
    public record ServerFigures(
            double cpuMicrosPerRequest,
            int maxThreads,
            int usableThreads,
            int reservedThreads,
            int peakBusyThreads,
            int peakThreads,
            long peakWaiting,
            long peakInFlight,
            long peakHeapBytes,
            Long peakRssBytes,
            double clientCpuSeconds,
            double meanMachineLoad,
            long maxConnectMs,
            int missedSeconds,
            int warmupRequests,
            Map<String, Long> ledger) {}

    public static ObjectMapper mapper() {
        var rounding = new SimpleModule().addSerializer(Double.class, new JsonSerializer<>() {
            @Override
            public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
                if (value.isNaN() || value.isInfinite()) json.writeNull();
                else json.writeNumber(Math.round(value * 1_000) / 1_000.0);
            }
        });
        rounding.addSerializer(double.class, new JsonSerializer<>() {
            @Override
            public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
                json.writeNumber(Math.round(value * 1_000) / 1_000.0);
            }
        });
        return new ObjectMapper()
                .registerModule(rounding)
                .setVisibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }

    /** @throws java.util.NoSuchElementException if there is none */
    public Arm arm(String name) {
        return arms.stream().filter(arm -> arm.name().equals(name)).findFirst().orElseThrow();
    }

    public void writeTo(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, mapper().writeValueAsString(this) + "\n");
    }

    /** Whether there is a result of this schema in a folder; one of another has to be measured again. */
    public static boolean isIn(Path folder) throws IOException {
        Path file = folder.resolve("summary.json");
        return Files.exists(file)
                && mapper().readTree(file.toFile()).path("schema").asInt() == SCHEMA;
    }

    public static Summary read(Path file) throws IOException {
        return mapper().readValue(file.toFile(), Summary.class);
    }
}
