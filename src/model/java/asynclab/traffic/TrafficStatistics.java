package asynclab.traffic;

import asynclab.model.Latencies;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What a log says of its traffic. Immutable.
 *
 * @param seconds from the first start to the last
 * @param perSecond the rate
 * @param durations of all requests; percentiles are exact to a hundredth of their value
 * @param endpoints the one that holds most first
 */
public record TrafficStatistics(
        int requests,
        double seconds,
        double perSecond,
        InFlight inFlight,
        Latencies durations,
        List<Endpoint> endpoints) {

    /**
     * @param name may have any character of the log, so it must be escaped on a page
     * @param timePercent its share of the time that all requests of the log take: of the thread-time, if each holds a thread
     */
    public record Endpoint(String name, int requests, double perSecond, Latencies durations, double timePercent) {}

    private static final int DIGITS = 2;
    private static final double MOST_OF_THE_TIME = 80;

    /** Learns from traffic with a request at least. */
    public static TrafficStatistics of(Traffic traffic) {
        var all = new Histogram(DIGITS);
        var each = new Histogram[traffic.endpoints().size()];
        var sums = new double[each.length];
        double sum = 0;
        for (int i = 0; i < traffic.size(); i++) {
            int endpoint = traffic.endpoint(i);
            if (each[endpoint] == null) each[endpoint] = new Histogram(DIGITS);
            each[endpoint].recordValue(traffic.durationMicros(i));
            all.recordValue(traffic.durationMicros(i));
            sums[endpoint] += traffic.durationMicros(i);
            sum += traffic.durationMicros(i);
        }
        double seconds = traffic.lengthMicros() / 1e6;
        var endpoints = new ArrayList<Endpoint>();
        for (int i = 0; i < each.length; i++) {
            int requests = (int) each[i].getTotalCount();
            endpoints.add(new Endpoint(
                    traffic.endpoints().get(i),
                    requests,
                    requests / seconds,
                    durations(each[i], sums[i]),
                    sum == 0 ? 0 : 100 * sums[i] / sum));
        }
        endpoints.sort(Comparator.comparingDouble(Endpoint::timePercent).reversed());
        return new TrafficStatistics(
                traffic.size(),
                seconds,
                traffic.size() / seconds,
                InFlight.of(traffic),
                durations(all, sum),
                List.copyOf(endpoints));
    }

    private static Latencies durations(Histogram micros, double sum) {
        return Latencies.ofMicros(micros).withMean(sum / micros.getTotalCount() / 1e3);
    }

    /** The number of endpoints, those that hold most first, that hold at least 80 % of the time. */
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
        return String.format(
                Locale.ROOT,
                "%d of %d endpoint%s hold%s %.0f %% of the thread-time.",
                most,
                endpoints.size(),
                endpoints.size() == 1 ? "" : "s",
                most == 1 ? "s" : "",
                percent);
    }
}
