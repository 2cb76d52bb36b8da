package asynclab.plan;

import asynclab.delay.HoldTime;
import asynclab.options.LabException;
import asynclab.queueing.Station;
import asynclab.queueing.Workload;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A published experiment as data, from {@code experiments/NAME.json}: what load, which arms, and what the post found. A new
 * file is a new experiment; nothing else needs to know.
 *
 * @param title the post
 * @param requestThreads the server's pool, where an arm does not say otherwise
 * @param backend whether a second server is started for gateways to call
 * @param warmup what runs before each arm, or null
 * @param workload the load, at speed 1
 */
public record Experiment(
        String name, String title, int requestThreads, boolean backend, Warmup warmup, Load workload, List<Arm> arms) {

    public record Warmup(String path, int users, int loops) {
        public int requests() {
            return users * loops;
        }

        /** The users take their requests in a row, most in as many times the mean; the unluckiest in half as much again. */
        public double seconds(Load load) {
            return loops * load.hold().meanMillis() * 1.4 / 1_000;
        }
    }

    /**
     * @param loops requests of each user, or null if it goes by time
     * @param durationSeconds how long each user goes on from its own start, or null
     * @param shortHold the usual request
     * @param longHold the other one, drawn for longPercent of the requests; null if there is none
     * @param timeoutMs how long a client waits, or null for as long as it takes
     * @param keepAlive whether a user keeps its connection; true if absent
     * @param connectionMs after how long a user opens a new one all the same; JMeter's own 60 s if absent
     * @param body what every answer must match, a regular expression; "ok" if absent
     */
    public record Load(
            int users,
            int rampSeconds,
            Integer loops,
            Integer durationSeconds,
            int longPercent,
            Hold shortHold,
            Hold longHold,
            int thinkMinMs,
            int thinkMaxMs,
            Integer timeoutMs,
            Boolean keepAlive,
            Integer connectionMs,
            String body,
            long seed) {

        private static final int JMETERS_OWN = 60_000; // httpclient4.time_to_live

        /** @throws LabException if a time would no longer be whole */
        public Load faster(int speed) {
            return new Load(
                    users,
                    divided("ramp (s)", rampSeconds, speed),
                    loops,
                    durationSeconds == null ? null : (Integer) divided("duration (s)", durationSeconds, speed),
                    longPercent,
                    shortHold.faster(speed),
                    longHold == null ? null : longHold.faster(speed),
                    divided("think time (ms)", thinkMinMs, speed),
                    divided("think time (ms)", thinkMaxMs, speed),
                    timeoutMs == null ? null : (Integer) divided("client timeout (ms)", timeoutMs, speed),
                    keepAlive,
                    (Integer) divided(
                            "lifetime of a connection (ms)", connectionMs == null ? JMETERS_OWN : connectionMs, speed),
                    body,
                    seed);
        }

        public HoldTime hold() {
            if (longPercent == 0) return shortHold.time();
            return new HoldTime.Mix(List.of(
                    new HoldTime.Mix.Share(100 - longPercent, shortHold.ms),
                    new HoldTime.Mix.Share(longPercent, longHold.ms)));
        }

        /** The warm-up's requests take as long as the load's, drawn by the server. */
        public String warmupQuery() {
            return longPercent == 0
                    ? shortHold.query()
                    : "mix=" + (100 - longPercent) + ":" + shortHold.ms + "," + longPercent + ":" + longHold.ms;
        }

        public double thinkMeanMs() {
            return think().meanMillis();
        }

        private HoldTime think() {
            return new HoldTime.Uniform(thinkMinMs, thinkMaxMs);
        }

        /** Requests in all, or null if it goes by time. */
        public Integer requests() {
            return loops == null ? null : users * loops;
        }

        public Workload toModel(Arm arm) {
            return new Workload(
                    users,
                    rampSeconds * 1_000L,
                    loops == null ? Workload.UNLIMITED : loops,
                    durationSeconds == null ? Workload.UNLIMITED : durationSeconds * 1_000L,
                    hold(),
                    think(),
                    arm.stopAfterSeconds == null ? Workload.UNLIMITED : arm.stopAfterSeconds * 1_000L,
                    timeoutMs == null ? Workload.UNLIMITED : timeoutMs,
                    Boolean.FALSE.equals(keepAlive) ? 0 : connectionMs);
        }
    }

    /** A request's label in the samples and its hold time: {@code ms}, or {@code minMs} to below {@code maxMs}. */
    public record Hold(String label, Integer ms, Integer minMs, Integer maxMs) {

        private Hold faster(int speed) {
            return ms != null
                    ? new Hold(label, divided("hold time (ms)", ms, speed), null, null)
                    : new Hold(
                            label, null, divided("hold time (ms)", minMs, speed), divided("hold time", maxMs, speed));
        }

        HoldTime time() {
            return ms != null ? new HoldTime.Fixed(ms) : new HoldTime.Uniform(minMs, maxMs);
        }

        /** As the servlets read it. */
        public String query() {
            return ms != null ? "ms=" + ms : "minMs=" + minMs + "&maxMs=" + maxMs;
        }
    }

    /** What a request holds while it waits. */
    public enum HeldBy {
        @JsonProperty("request-threads")
        REQUEST_THREADS,
        @JsonProperty("workers")
        WORKERS,
        @JsonProperty("nothing")
        NOTHING
    }

    /**
     * @param workers the size of the second pool, where one holds the request
     * @param requestThreads the server's pool for this arm, or null for the experiment's
     * @param reservedThreads how many of them Jetty keeps for newcomers, see jetty.xml: absent for none, -1 for as many as it
     *     likes
     * @param jvm flags of the server's JVM beyond the usual; absent for none
     * @param minJdk the oldest Java the arm runs on, or null
     * @param stopAfterSeconds when the arm is stopped, as its author did; null to let it end
     * @param optional whether the arm runs only when asked for by name
     * @param published what the post found
     */
    public record Arm(
            String name,
            String path,
            HeldBy heldBy,
            Integer workers,
            Integer requestThreads,
            int reservedThreads,
            List<String> jvm,
            Integer minJdk,
            Integer stopAfterSeconds,
            boolean optional,
            Figures published) {

        /** @throws LabException if a time would no longer be whole */
        public Arm faster(int speed) {
            Integer stop =
                    stopAfterSeconds == null ? null : (Integer) divided("stop of the arm (s)", stopAfterSeconds, speed);
            return new Arm(
                    name,
                    path,
                    heldBy,
                    workers,
                    requestThreads,
                    reservedThreads,
                    jvm,
                    minJdk,
                    stop,
                    optional,
                    published.faster(speed));
        }

        /** What holds a request on a server with so many usable request threads; {@code reserved} is -1 where it is not Jetty. */
        public Station station(int usableThreads, int reserved) {
            return switch (heldBy) {
                case REQUEST_THREADS -> reserved < 0
                        ? Station.requestThreads(usableThreads)
                        : Station.jettyThreads(usableThreads, reserved);
                case WORKERS -> Station.workers(workers);
                case NOTHING -> Station.unlimited();
            };
        }
    }

    /**
     * What a post says, in requests, requests per second and milliseconds; null where it says nothing.
     *
     * @param goodMeanMs of the requests that succeeded
     * @param eachMs every response time
     * @param jvmThreads threads of every kind in the server
     * @param note in a few words, what in the post's set-up explains a figure that ours cannot be compared with
     * @param explanation the same in whole sentences, for the reports; absent in results that are older than it
     */
    public record Figures(
            Integer requests,
            Integer failed,
            Double throughput,
            Double steadyThroughput,
            Double meanMs,
            Double sdMs,
            Double p50Ms,
            Double p75Ms,
            Double p95Ms,
            Double p99Ms,
            Double maxMs,
            Double goodMeanMs,
            Double goodP95Ms,
            List<Long> eachMs,
            Integer jvmThreads,
            String note,
            @JsonInclude(JsonInclude.Include.NON_NULL) String explanation) {

        /** What explains such figures, in sentences; null if nothing is known. */
        public String sentences() {
            return explanation != null || note == null ? explanation : "The post: " + note + ".";
        }

        public Figures faster(int speed) {
            return new Figures(
                    requests,
                    failed,
                    times(throughput, speed),
                    times(steadyThroughput, speed),
                    times(meanMs, 1.0 / speed),
                    times(sdMs, 1.0 / speed),
                    times(p50Ms, 1.0 / speed),
                    times(p75Ms, 1.0 / speed),
                    times(p95Ms, 1.0 / speed),
                    times(p99Ms, 1.0 / speed),
                    times(maxMs, 1.0 / speed),
                    times(goodMeanMs, 1.0 / speed),
                    times(goodP95Ms, 1.0 / speed),
                    eachMs == null
                            ? null
                            : eachMs.stream().map(ms -> ms / speed).toList(),
                    jvmThreads,
                    note,
                    explanation);
        }

        private static Double times(Double value, double factor) {
            return value == null ? null : value * factor;
        }
    }

    private static int divided(String what, int value, int speed) {
        if (value % speed != 0)
            throw new LabException("-Dspeed must divide every time of the experiment, but was " + speed + ": the "
                    + what + " is " + value + ". Try 1, 2, 5 or 10.");
        return value / speed;
    }

    /** @throws LabException if there is none of that name */
    public Arm arm(String name) {
        return arms.stream()
                .filter(arm -> arm.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new LabException("The experiment " + this.name + " has no arm \"" + name
                        + "\". Its arms are " + arms.stream().map(Arm::name).collect(Collectors.joining(", ")) + "."));
    }

    /** @throws LabException if there is none of that name */
    public static Experiment named(String name) {
        try (InputStream json = Experiment.class.getResourceAsStream("/experiments/" + name + ".json")) {
            if (json == null)
                throw new LabException("There is no experiment \"" + name + "\". The experiments are "
                        + String.join(", ", names()) + ".");
            return new ObjectMapper().readValue(json, Experiment.class);
        } catch (IOException e) {
            throw new LabException("The file experiments/" + name + ".json cannot be read: " + e.getMessage(), e);
        }
    }

    /** Every experiment there is a file for, in the order of their names. */
    public static List<String> names() {
        try (Stream<Path> files =
                Files.list(Path.of(Experiment.class.getResource("/experiments").toURI()))) {
            return files.map(file -> file.getFileName().toString().replaceFirst("\\.json$", ""))
                    .sorted()
                    .toList();
        } catch (IOException | URISyntaxException e) {
            throw new LabException("The folder experiments cannot be read: " + e.getMessage(), e);
        }
    }
}
