package asynclab.run;

import asynclab.model.Latencies;
import asynclab.model.Trace;
import asynclab.options.LabException;
import asynclab.run.plan.ArmPrediction;
import asynclab.run.plan.Engines;
import asynclab.run.plan.PlanDraws;
import asynclab.run.result.figures.Measured;
import asynclab.run.result.figures.SentBurst;
import asynclab.run.result.figures.Times;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The requests in a JMeter samples file (JTL, CSV with a header); with {@link Engines}, those of every engine.
 *
 * @param all every sample, failed ones included, as JMeter's own summary counts them; milliseconds since the epoch
 * @param byLabel the same samples, separated by label
 * @param errors failed samples by JMeter's message
 * @param warmup the number of samples of the warm-up, which no other component contains
 * @param notAsDrawn requests whose hold time differs from the predicted one; must be 0
 * @param unqueued requests answered within {@link #UNQUEUED_MILLIS} of their service time, so without queueing for a thread; 0 if
 *     the server draws the hold times
 * @param maxConnectMs the longest time to connect
 * @param sends how the requests of an open load were sent; null for a closed load
 */
public record Samples(
        Trace all,
        Map<String, Trace> byLabel,
        Map<String, Integer> errors,
        int warmup,
        int notAsDrawn,
        int unqueued,
        long maxConnectMs,
        OpenSends sends) {

    /**
     * How the requests of an open load were sent.
     *
     * @param lateness how late each request was sent; the most punctual request counts as on time
     * @param asSent the requests with their real starts; {@code all} has the intended ones
     */
    public record OpenSends(Latencies lateness, Trace asSent) {}

    /** The name of the plan's first thread group, and the label of all samples that are not measured. */
    private static final String WARM_UP = "warm-up";

    private static final long UNQUEUED_MILLIS = 50;

    /** The needed columns of a row: half a million rows fit into the lab's memory. {@code error} is null if the request succeeded. */
    private record SampleRow(
            int user, String label, long start, int elapsed, int connect, boolean refused, String error) {

        static SampleRow of(NamedCsvRecord row, Engines engines) {
            String label = row.getField("label").intern();
            return new SampleRow(
                    engines.user(row.getField("threadName")),
                    label,
                    Long.parseLong(row.getField("timeStamp")),
                    Integer.parseInt(row.getField("elapsed")),
                    Integer.parseInt(row.getField("Connect")),
                    row.getField("responseCode").equals("503"),
                    row.getField("success").equals("true")
                            ? null
                            : (label + ": " + row.getField("responseCode") + " " + row.getField("responseMessage"))
                                    .intern());
        }

        SampleRow of(int otherUser, long otherStart) {
            return new SampleRow(
                    otherUser, label, otherStart, (int) (start + elapsed - otherStart), connect, refused, error);
        }
    }

    /** Reads a file. Requests of the warm-up are only counted. */
    public static Samples read(Path jtl, PlanDraws draws, Engines engines) {
        var all = new Trace(1024);
        var byLabel = new TreeMap<String, Trace>();
        var errors = new TreeMap<String, Integer>();
        int[] loops = new int[draws.load().clients()];
        int warmups = 0;
        int notAsDrawn = 0;
        long maxConnect = 0;
        OpenSends sends = null;
        try (var rows = CsvReader.builder().ofNamedCsvRecord(jtl)) {
            var samples = new ArrayList<SampleRow>();
            for (NamedCsvRecord row : rows) {
                if (engines.group(row.getField("threadName")).startsWith(WARM_UP)
                        || row.getField("label").equals(WARM_UP)) warmups++;
                else samples.add(SampleRow.of(row, engines));
            }
            // One JMeter writes a user's samples in order. A batch of a remote engine may overtake another.
            if (engines.areRemote()) samples.sort(Comparator.comparingLong(SampleRow::start));
            if (draws.load().isOpen()) sends = onSchedule(samples, warmups, draws);
            for (SampleRow sample : samples) {
                int loop = loops[sample.user]++;
                long end = sample.start + sample.elapsed;
                if (sample.refused) all.addRefused(sample.user, sample.start, end);
                else all.add(sample.user, sample.start, end, sample.error == null);
                byLabel.computeIfAbsent(sample.label, l -> new Trace(1024))
                        .add(sample.user, sample.start, end, sample.error == null);
                if (!draws.label(sample.user, loop).equals(sample.label)) notAsDrawn++;
                maxConnect = Math.max(maxConnect, sample.connect);
                if (sample.error != null) errors.merge(sample.error, 1, Integer::sum);
            }
        } catch (IOException | RuntimeException e) {
            throw new LabException("The samples file " + jtl + " cannot be read: " + e.getMessage(), e);
        }
        if (all.size() == 0)
            throw new LabException("The samples file " + jtl + " is empty, because JMeter sent no request.");
        return new Samples(all, byLabel, errors, warmups, notAsDrawn, unqueued(all, draws), maxConnect, sends);
    }

    /** The number of requests that did not queue for a thread, of a measured run or of a predicted one; 0 if the server draws the hold times. */
    static int unqueued(Trace requests, PlanDraws draws) {
        if (!draws.exact()) return 0;
        int[] loops = new int[draws.load().clients()];
        int[] unqueued = new int[1];
        requests.forEach((user, start, end, ok) -> {
            if (end - start <= draws.serviceMillis(user, loops[user]++) + UNQUEUED_MILLIS) unqueued[0]++;
        });
        return unqueued[0];
    }

    /**
     * Gives each request of an open load its intended start, because its response time counts from there. Numbers the requests
     * from 0. JMeter writes the real start of a request, and its numbers begin with the arrivals of the warm-up. JMeter does not
     * write when its schedule began, so the most punctual request defines this time.
     */
    private static OpenSends onSchedule(List<SampleRow> samples, int warmups, PlanDraws draws) {
        double[] planned = draws.load().arrivals().arrivalMillis(draws.seed());
        double began = samples.stream()
                .mapToDouble(sample -> sample.start - planned[sample.user - warmups])
                .min()
                .orElse(0);
        var late = new ArrayList<Double>();
        var asSent = new Trace(samples.size());
        samples.replaceAll(sample -> {
            long start = Math.round(began + planned[sample.user - warmups]);
            late.add((double) (sample.start - start));
            asSent.add(sample.user - warmups, sample.start, sample.start + sample.elapsed, sample.error == null);
            return sample.of(sample.user - warmups, start);
        });
        return late.isEmpty() ? null : new OpenSends(spread(late), asSent);
    }

    /**
     * How a burst was sent. The model replays the burst with the times at which the client really sent the requests. The difference
     * between the ideal burst and this replay is the client's part of a deviation. That between the replay and the measurement is the
     * server's part.
     *
     * @param crossCheck the same burst by another load generator, or null
     */
    SentBurst burst(ArmPrediction prediction, SentBurst.CrossCheck crossCheck) {
        List<Double> starts = all.startsMillis();
        return new SentBurst(spread(starts), SentBurst.Replayed.of(prediction.startedAt(starts)), crossCheck);
    }

    /** @param times of the requests, in milliseconds: each after the first one, or after its plan */
    private static Latencies spread(List<Double> times) {
        var micros = new Histogram(5);
        times.forEach(millis -> micros.recordValue(Math.round(millis * 1e3)));
        return Latencies.ofMicros(micros);
    }

    /** The figures of all samples. @param classes the borders of the response-time classes in milliseconds; empty for none */
    public Measured measured(List<Integer> classes) {
        return Measured.of(all, byLabel, errors, classes);
    }

    /** Writes the response times of an arm: by percentile, and by label. */
    void writeTimes(Path folder, String arm) throws IOException {
        try (var hgrm = new PrintStream(folder.resolve(arm + ".hgrm").toFile(), StandardCharsets.UTF_8)) {
            all.histogram().outputPercentileDistribution(hgrm, 1.0);
        }
        Times.write(folder.resolve(arm + "-times.csv"), byLabel);
    }

    public int errorCount() {
        return errors.values().stream().mapToInt(Integer::intValue).sum();
    }
}
