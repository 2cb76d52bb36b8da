package asynclab.probe;

import static asynclab.document.Texts.text;

import asynclab.options.LabException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleFunction;

/**
 * Measures a number of users just long enough. At first the new users start, and every user gets a response on average. Then come
 * rounds of as many responses as there are users. By Little's law the mean response time of the rounds is users ÷ throughput, for any
 * order of service. The step ends when the rounds differ little. It ends at once when errors rise.
 */
final class StepMeter {

    private static final double LONGEST_RAMP_MILLIS = 1_000;
    private static final double SHORTEST_ROUND_MILLIS = 50;
    private static final int STRAY_ERRORS = 2;
    private static final double STRAY_SHARE = 0.01;
    private static final int WARM_UP = 5;
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PATIENCE_SECONDS = 60;

    /**
     * How well a step is measured.
     *
     * @param spreadPercent how much the rounds may differ
     * @param fewest rounds
     * @param most rounds, if they take longer than {@code leastMillis}
     */
    record Depth(double spreadPercent, int fewest, int most, double leastMillis) {

        static final Depth ALONE = new Depth(3, 5, 15, 500);
        static final Depth CLIMB = new Depth(3, 2, 3, 150);
        static final Depth DECIDE = new Depth(2, 3, 8, 600);
    }

    /** A step with all its responses. @param rose whether errors ended it */
    record StepOutcome(ProbeStep step, List<ProbeResponse> responses, boolean rose) {}

    private final ClosedLoop loop;
    private final long patienceNanos;
    private double rampMillis;
    private List<ProbeResponse> responses;
    private int errors;
    private boolean isWarm;

    StepMeter(ClosedLoop loop, long timeoutSeconds) {
        this.loop = loop;
        patienceNanos = TimeUnit.SECONDS.toNanos(timeoutSeconds + PATIENCE_SECONDS);
    }

    /** The response time over which the next new users start. */
    void ramp(double millis) {
        rampMillis = Math.min(millis, LONGEST_RAMP_MILLIS);
    }

    /** @param depth by the mean response time so far, in milliseconds */
    StepOutcome measure(int users, DoubleFunction<Depth> depth) {
        return measure(users, depth, () -> {}, CompletableFuture.completedFuture(null));
    }

    /**
     * @param afterwards what to do under the same load when the step is measured, because it may cost the service something
     * @param until the load continues until this has ended
     */
    StepOutcome measure(int users, DoubleFunction<Depth> depth, Runnable afterwards, Future<?> until) {
        responses = new ArrayList<>();
        errors = 0;
        long started = System.nanoTime();
        long rampEnd = started + (long) (rampMillis * 1e6);
        loop.users(users, rampMillis);
        for (int settled = 0; settled < users || isWarmingUp(started); ) {
            if (take().endNanos() > rampEnd) settled++;
            if (haveRisen()) return outcome(users, 0, started, new double[0]);
        }
        int from = responses.size();
        long settledNanos = last();
        double[] rounds = rounds(users, depth, settledNanos);
        StepOutcome measured = outcome(users, from, settledNanos, rounds);
        if (measured.rose) return measured;
        afterwards.run();
        while (!until.isDone()) {
            take();
            if (haveRisen()) return outcome(users, from, settledNanos, rounds);
        }
        return measured;
    }

    /** The mean response times of as many rounds as are needed. */
    private double[] rounds(int users, DoubleFunction<Depth> depth, long settledNanos) {
        int batch = batch(users);
        var rounds = new ArrayList<Double>();
        while (true) {
            int begin = responses.size();
            for (int i = 0; i < batch; i++) {
                take();
                if (haveRisen()) return new double[0];
            }
            rounds.add(mean(responses.subList(begin, responses.size())));
            double[] all = rounds.stream().mapToDouble(Double::doubleValue).toArray();
            Depth needed = depth.apply(Arrays.stream(all).average().orElseThrow());
            if (isEnough(needed, all, (last() - settledNanos) / 1e6)) return all;
        }
    }

    /** The first requests of all are often slower. */
    private boolean isWarmingUp(long startedNanos) {
        if (isWarm) return false;
        isWarm = responses.size() >= WARM_UP || last() - startedNanos > WARM_UP_NANOS;
        return !isWarm;
    }

    private static boolean isEnough(Depth depth, double[] rounds, double millis) {
        if (millis < depth.leastMillis || rounds.length < depth.fewest) return false;
        Double spread = spreadPercent(rounds);
        return rounds.length >= depth.most || spread != null && spread <= depth.spreadPercent;
    }

    private static Double spreadPercent(double[] rounds) {
        if (rounds.length < 2) return null;
        var all = Arrays.stream(rounds).summaryStatistics();
        return 100 * (all.getMax() - all.getMin()) / 2 / all.getAverage();
    }

    /** The responses of a round. A round of a fast service is several rounds together. */
    private int batch(int users) {
        double mean = mean(responses);
        return users * (int) Math.max(1, Math.ceil(SHORTEST_ROUND_MILLIS / Math.max(0.1, mean)));
    }

    private ProbeResponse take() {
        ProbeResponse response = loop.next(patienceNanos);
        if (response == null)
            throw new LabException("The probe got no response within " + TimeUnit.NANOSECONDS.toSeconds(patienceNanos)
                    + " s, and stops.");
        responses.add(response);
        if (!response.isOk()) errors++;
        return response;
    }

    private boolean haveRisen() {
        return errors > Math.max(STRAY_ERRORS, STRAY_SHARE * responses.size());
    }

    private long last() {
        return responses.get(responses.size() - 1).endNanos();
    }

    private StepOutcome outcome(int users, int from, long fromNanos, double[] rounds) {
        List<ProbeResponse> measured = List.copyOf(responses.subList(from, responses.size()));
        List<ProbeResponse> good = measured.stream().filter(ProbeResponse::isOk).toList();
        double[] times =
                good.stream().mapToDouble(ProbeResponse::millis).sorted().toArray();
        double share = measured.isEmpty() ? 0 : (double) good.size() / measured.size();
        return new StepOutcome(
                new ProbeStep(
                        users,
                        measured.size(),
                        share * perSecond(from, fromNanos, rounds.length),
                        mean(good),
                        times.length == 0 ? Double.NaN : times[(int) Math.ceil(0.99 * times.length) - 1],
                        spreadPercent(rounds),
                        errors,
                        errors == 0 ? null : words(responses)),
                responses,
                haveRisen());
    }

    /**
     * Responses often come in bunches, so a single window would begin and end inside a bunch. This is the mean rate over many windows.
     * One begins at each response of the first round, and each is as long as all rounds but one.
     */
    private double perSecond(int from, long fromNanos, int rounds) {
        int all = responses.size() - from;
        if (rounds < 2) return all * 1e9 / Math.max(1, last() - fromNanos);
        int length = all - all / rounds;
        long sum = 0;
        for (int i = 0; i < all - length; i++)
            sum += responses.get(from + i + length).endNanos()
                    - responses.get(from + i).endNanos();
        return (double) length * (all - length) * 1e9 / sum;
    }

    private static double mean(List<ProbeResponse> some) {
        return some.stream().mapToDouble(ProbeResponse::millis).average().orElse(Double.NaN);
    }

    /** The most frequent error: "3 of 40 requests answered 503". */
    static String words(List<ProbeResponse> responses) {
        var kinds = new TreeMap<String, Integer>();
        responses.stream()
                .filter(response -> !response.isOk())
                .forEach(one -> kinds.merge(one.words(), 1, Integer::sum));
        Map.Entry<String, Integer> most = kinds.entrySet().stream()
                .max(Comparator.comparing(Map.Entry::getValue))
                .orElseThrow();
        return text("%,d of %,d requests %s", most.getValue(), responses.size(), most.getKey());
    }
}
