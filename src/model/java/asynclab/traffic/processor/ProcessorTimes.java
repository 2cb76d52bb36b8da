package asynclab.traffic.processor;

import asynclab.traffic.Traffic;
import java.util.List;
import java.util.Locale;

/**
 * How much processor time the requests of each endpoint take, by regression of the use of the processors on the requests in the same
 * intervals (utilisation law). The processor time of a request is assumed to be spread evenly from its start to its end. If the start or
 * the end explains the use clearly better, it is all there. Immutable. It is stored, so its texts may have names of endpoints.
 *
 * @param refused why no time can be told, in a sentence; null if there are times
 * @param classes the times, those with most processor time first; empty if refused
 * @param background busy processors without any request, such as garbage collection; low and high are its interval
 * @param explainedPercent the share of the variance of the use that the requests explain
 * @param intervals how many were used
 * @param intervalSeconds the length of each
 * @param laterSeconds how much later than recorded the intervals are: whole seconds are cut, and the best fit tells the rest
 * @param shares by the number of the endpoint in {@link Traffic#endpoints()}, see {@link #shareOf}; empty if refused
 * @param remarks what was put together and why, a sentence each
 */
public record ProcessorTimes(
        String refused,
        List<ClassTime> classes,
        double background,
        double backgroundLow,
        double backgroundHigh,
        double explainedPercent,
        int intervals,
        double intervalSeconds,
        double laterSeconds,
        List<Double> shares,
        List<String> remarks) {

    private static final int MOST_NAMES = 3;

    /**
     * The time of a request of one endpoint, or of endpoints whose times cannot be told apart. Immutable.
     *
     * @param endpoints their names
     * @param requests in the intervals
     * @param cpuMs processor time of a request, in milliseconds
     * @param lowMs the lower end of its interval of 95 %
     * @param highMs the upper end
     * @param meanMs the mean duration of a request in the whole log
     */
    public record ClassTime(
            List<String> endpoints, int requests, double cpuMs, double lowMs, double highMs, double meanMs) {

        /** The names, or how many there are. */
        public String words() {
            return ProcessorTimes.words(endpoints);
        }
    }

    static String words(List<String> names) {
        return names.size() > MOST_NAMES
                ? String.format(Locale.ROOT, "the others (%,d endpoints)", names.size())
                : String.join(" and ", names);
    }

    /**
     * Computes it. The same arguments give the same result. If the record has whole seconds, a busy machine also writes it late. Then use and requests
     * do not match, and the times would be too low. So its intervals are joined up to 5 s while 60 remain.
     *
     * @param traffic with a request at least
     * @param record only its intervals within the log are used
     * @param leastMicros the intervals are joined until each is at least as long, such as 5 s for a log with whole seconds
     * @param seed of the bootstrap
     */
    public static ProcessorTimes of(Traffic traffic, CpuRecord record, long leastMicros, long seed) {
        CpuRecord within = record.within(traffic);
        long cut = Math.min(5 * within.unsureMicros(), within.size() / 60 * within.lengthMicros());
        return new ProcessorAnalysis(traffic, within.joined(Math.max(leastMicros, cut)), seed).times();
    }

    static ProcessorTimes refused(String sentence, CpuRecord record, List<String> remarks) {
        return new ProcessorTimes(
                sentence, List.of(), 0, 0, 0, 0, record.size(), record.lengthMicros() / 1e6, 0, List.of(), remarks);
    }

    /**
     * The part of an endpoint's duration that is processor time: the time of its class ÷ the mean duration of its class, from 0 to 1.
     *
     * @param endpoint its number in {@link Traffic#endpoints()}
     * @throws IllegalStateException if refused
     */
    public double shareOf(int endpoint) {
        if (refused != null) throw new IllegalStateException(refused);
        return shares.get(endpoint);
    }
}
