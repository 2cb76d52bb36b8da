package asynclab.traffic;

import static asynclab.traffic.Verdict.text;

import asynclab.model.Latencies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What a log says of its traffic. Immutable.
 *
 * @param seconds from the first start to a mean interval after the last one
 * @param perSecond the rate
 * @param durations of all requests; percentiles are exact to a hundredth of their value
 * @param endpoints those with the most thread-time first
 */
public record TrafficStatistics(
        long requests,
        double seconds,
        double perSecond,
        InFlight inFlight,
        Latencies durations,
        List<Endpoint> endpoints) {

    /**
     * @param name may have any character of the log, so it must be escaped on a page
     * @param timePercent its share of the time that all requests of the log take: of the thread-time, if each holds a thread
     */
    public record Endpoint(String name, long requests, double perSecond, Latencies durations, double timePercent) {}

    private static final int DIGITS = 2;
    private static final double MOST_OF_THE_TIME = 80;

    /** Adds up requests, piece by piece. Not thread-safe. */
    static final class Tally {

        private final List<Histogram> durations = new ArrayList<>(); // by the number of the endpoint
        private final Histogram all = new Histogram(DIGITS);
        private double[] micros = {};

        void add(Traffic piece) {
            while (durations.size() < piece.endpoints().size()) durations.add(new Histogram(DIGITS));
            micros = Arrays.copyOf(micros, durations.size());
            for (int i = 0; i < piece.size(); i++) {
                durations.get(piece.endpoint(i)).recordValue(piece.durationMicros(i));
                micros[piece.endpoint(i)] += piece.durationMicros(i);
            }
        }

        /** Of a request at least. */
        TrafficStatistics statistics(EndpointOrder order, double lengthMicros, InFlight inFlight) {
            var each = new ArrayList<Histogram>();
            for (int i = 0; i < order.names().size(); i++) each.add(new Histogram(DIGITS));
            for (int i = 0; i < durations.size(); i++)
                each.get(order.numbers()[i]).add(durations.get(i));
            each.forEach(all::add);
            double[] sums = order.sums(micros);
            double sum = Arrays.stream(sums).sum();
            double seconds = lengthMicros / 1e6;
            var endpoints = new ArrayList<Endpoint>();
            for (int i = 0; i < sums.length; i++) {
                long requests = each.get(i).getTotalCount();
                endpoints.add(new Endpoint(
                        order.names().get(i),
                        requests,
                        requests / seconds,
                        durations(each.get(i), sums[i]),
                        sum == 0 ? 0 : 100 * sums[i] / sum));
            }
            endpoints.sort(Comparator.comparingDouble(Endpoint::timePercent).reversed());
            return new TrafficStatistics(
                    all.getTotalCount(),
                    seconds,
                    all.getTotalCount() / seconds,
                    inFlight,
                    durations(all, sum),
                    List.copyOf(endpoints));
        }
    }

    private static Latencies durations(Histogram micros, double sum) {
        return Latencies.ofMicros(micros).withMean(sum / micros.getTotalCount() / 1e3);
    }

    /** The number of endpoints with at least 80 % of the time, counted from those that take most. */
    public int holdingMost() {
        double sum = 0;
        int number = 0;
        while (number < endpoints.size() && sum < MOST_OF_THE_TIME) sum += endpoints.get(number++).timePercent;
        return number;
    }

    /** Such as "3 of 41 endpoints hold 92 % of the thread-time." */
    public String sentence() {
        int most = holdingMost();
        double percent = endpoints.stream()
                .limit(most)
                .mapToDouble(Endpoint::timePercent)
                .sum();
        return text(
                "%d of %d endpoint%s hold%s %.0f %% of the thread-time.",
                most, endpoints.size(), endpoints.size() == 1 ? "" : "s", most == 1 ? "s" : "", percent);
    }
}
