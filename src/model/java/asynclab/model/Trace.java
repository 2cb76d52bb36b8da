package asynclab.model;

import asynclab.model.station.Outcomes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The requests of one run: user, start, end and success of each. Simulated and measured runs both become a trace, so predicted
 * and measured figures come from the same estimators:
 *
 * <ul>
 *   <li>throughput: requests ÷ (last end − first start), as in JMeter's summary;
 *   <li>percentiles: nearest rank, of whole milliseconds;
 *   <li>steady window: from the time when every user has started to the time when the first user has finished.
 * </ul>
 *
 * Times are milliseconds from any common origin. The columns are primitive arrays: a million requests take 20 MB. Not
 * thread-safe.
 */
public final class Trace {

    private int[] users;
    private double[] starts;
    private double[] ends;
    private final BitSet failed = new BitSet();
    private final BitSet refused = new BitSet(); // of the failed ones
    private final int mostSize;
    private int size;

    public Trace(int expectedSize) {
        this(expectedSize, Integer.MAX_VALUE);
    }

    /** @param mostSize the maximum number of requests; {@link #add} throws {@link Budget.Exceeded} beyond it */
    Trace(int expectedSize, int mostSize) {
        this.mostSize = mostSize;
        users = new int[expectedSize];
        starts = new double[expectedSize];
        ends = new double[expectedSize];
    }

    public void add(int user, double startMillis, double endMillis, boolean ok) {
        if (size == mostSize) throw new Budget.Exceeded("have a run of more than %,d requests", mostSize);
        if (size == users.length) {
            int larger = Math.min(mostSize, Math.max(1024, size * 2));
            users = Arrays.copyOf(users, larger);
            starts = Arrays.copyOf(starts, larger);
            ends = Arrays.copyOf(ends, larger);
        }
        users[size] = user;
        starts[size] = startMillis;
        ends[size] = endMillis;
        failed.set(size, !ok);
        size++;
    }

    /** Adds a failed request that the server refused. */
    public void addRefused(int user, double startMillis, double endMillis) {
        add(user, startMillis, endMillis, false);
        refused.set(size - 1);
    }

    public int size() {
        return size;
    }

    /** The number of failed requests. All other figures include them, as in JMeter's summary. */
    public int failures() {
        return failed.cardinality();
    }

    /** Successful requests per second, over the whole run. */
    public double goodput() {
        return (size - failures()) * 1_000.0 / whole().millis();
    }

    /** A time window, in milliseconds. */
    public record Window(double fromMillis, double toMillis) {
        public double millis() {
            return toMillis - fromMillis;
        }

        /** The end of the window, of at most this length. */
        public Window last(double millis) {
            return new Window(Math.max(fromMillis, toMillis - millis), toMillis);
        }
    }

    /** From the first start to the last end. */
    public Window whole() {
        double first = Double.POSITIVE_INFINITY;
        double last = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < size; i++) {
            first = Math.min(first, starts[i]);
            last = Math.max(last, ends[i]);
        }
        return new Window(first, last);
    }

    /** The time during which all users were active. It is null if a user finished before another started: then there is no steady state. */
    public Window steady() {
        int userCount = 0;
        for (int i = 0; i < size; i++) userCount = Math.max(userCount, users[i] + 1);
        double[] began = new double[userCount];
        double[] finished = new double[userCount];
        Arrays.fill(began, Double.POSITIVE_INFINITY);
        Arrays.fill(finished, Double.NEGATIVE_INFINITY);
        for (int i = 0; i < size; i++) {
            began[users[i]] = Math.min(began[users[i]], starts[i]);
            finished[users[i]] = Math.max(finished[users[i]], ends[i]);
        }
        double from = Double.NEGATIVE_INFINITY;
        double to = Double.POSITIVE_INFINITY;
        for (int user = 0; user < userCount; user++) {
            if (began[user] == Double.POSITIVE_INFINITY) continue; // no user has this number
            from = Math.max(from, began[user]);
            to = Math.min(to, finished[user]);
        }
        var window = new Window(from, to);
        return to > from && endedIn(window) > 0 ? window : null;
    }

    /** The time from the first user's first request to the last user's first request. */
    public double rampMillis() {
        return Collections.max(startsMillis());
    }

    /** When each user sent its first request, in milliseconds after the first of all; in the order of the users' numbers. */
    public List<Double> startsMillis() {
        var firsts = new TreeMap<Integer, Double>();
        for (int i = 0; i < size; i++) firsts.merge(users[i], starts[i], Math::min);
        double first = Collections.min(firsts.values());
        return firsts.values().stream().map(start -> start - first).toList();
    }

    /** Requests per second over the whole run. */
    public double throughput() {
        return size * 1_000.0 / whole().millis();
    }

    /** Requests per second that ended in the window. */
    public double throughput(Window window) {
        return endedIn(window) * 1_000.0 / window.millis();
    }

    /** The number of requests that ended in the window. */
    public int endedIn(Window window) {
        int count = 0;
        for (int i = 0; i < size; i++) if (ends[i] >= window.fromMillis && ends[i] < window.toMillis) count++;
        return count;
    }

    /**
     * What became of the requests that ended in the window.
     *
     * @param wastePerSecond requests per second served for clients that had left, or null
     * @param capacity the requests per second that the servers can serve; infinite without a limit
     */
    public Outcomes outcomes(Window window, Double wastePerSecond, double capacity) {
        long[] good = new long[size];
        int answered = 0;
        int turnedAway = 0;
        for (int i = 0; i < size; i++) {
            if (ends[i] < window.fromMillis || ends[i] >= window.toMillis) continue;
            if (refused.get(i)) turnedAway++;
            else if (!failed.get(i)) good[answered++] = Math.round(ends[i] - starts[i]);
        }
        double perSecond = 1_000 / window.millis();
        Latencies times = Latencies.ofSorted(sorted(good, answered));
        return new Outcomes(
                answered * perSecond,
                turnedAway * perSecond,
                (endedIn(window) - answered - turnedAway) * perSecond,
                wastePerSecond,
                Double.isInfinite(capacity) ? null : (Double) (answered * perSecond / capacity),
                times.p50Ms(),
                times.p99Ms());
    }

    /** The mean number of requests in flight during the window: the sum of their overlaps with it ÷ its length. */
    public double meanInFlight(Window window) {
        double overlap = 0;
        for (int i = 0; i < size; i++)
            overlap += Math.max(0, Math.min(ends[i], window.toMillis) - Math.max(starts[i], window.fromMillis));
        return overlap / window.millis();
    }

    /** The number of requests that have begun and not ended at this time. */
    int inFlightAt(double millis) {
        int count = 0;
        for (int i = 0; i < size; i++) if (starts[i] < millis && ends[i] >= millis) count++;
        return count;
    }

    /** The maximum number of requests in flight. */
    public int maxInFlight() {
        double[] begin = Arrays.copyOf(starts, size);
        double[] end = Arrays.copyOf(ends, size);
        Arrays.sort(begin);
        Arrays.sort(end);
        int max = 0;
        for (int started = 0, ended = 0; started < size; started++) {
            while (ended < size && end[ended] <= begin[started]) ended++;
            max = Math.max(max, started + 1 - ended);
        }
        return max;
    }

    /** Mean response time, in milliseconds. */
    double meanMillis() {
        double sum = 0;
        for (int i = 0; i < size; i++) sum += ends[i] - starts[i];
        return sum / size;
    }

    /** Mean response time, in milliseconds, of the requests that ended in the window. */
    public double meanMillis(Window window) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (ends[i] < window.fromMillis || ends[i] > window.toMillis) continue;
            sum += ends[i] - starts[i];
            count++;
        }
        return sum / count;
    }

    /** Receives one request. */
    public interface Visitor {
        void request(int user, double startMillis, double endMillis, boolean ok);
    }

    /** Passes every request to the visitor, in the order of {@link #add}. */
    public void forEach(Visitor visitor) {
        for (int i = 0; i < size; i++) visitor.request(users[i], starts[i], ends[i], !failed.get(i));
    }

    /** The requests that succeeded. */
    public Trace succeeded() {
        var good = new Trace(size);
        for (int i = 0; i < size; i++) if (!failed.get(i)) good.add(users[i], starts[i], ends[i], true);
        return good;
    }

    /** Response times in whole milliseconds, in ascending order. */
    long[] sortedMillis() {
        long[] millis = new long[size];
        for (int i = 0; i < size; i++) millis[i] = Math.round(ends[i] - starts[i]);
        return sorted(millis, size);
    }

    /** A counting sort, unless the largest value exceeds the number of values. It takes a tenth of the time. */
    private static long[] sorted(long[] millis, int length) {
        long[] sorted = Arrays.copyOf(millis, length);
        long most = 0;
        for (long each : sorted) most = Math.max(most, each);
        if (most > length) {
            Arrays.sort(sorted);
            return sorted;
        }
        int[] counts = new int[(int) most + 1];
        for (long each : sorted) counts[(int) each]++;
        for (int value = 0, to = 0; value <= most; value++) {
            Arrays.fill(sorted, to, to + counts[value], value);
            to += counts[value];
        }
        return sorted;
    }

    /** Every response time in whole milliseconds, in ascending order. */
    public List<Long> responseMillis() {
        return Arrays.stream(sortedMillis()).boxed().toList();
    }

    double longestMillis() {
        double longest = 0;
        for (int i = 0; i < size; i++) longest = Math.max(longest, ends[i] - starts[i]);
        return longest;
    }

    /** Response times in milliseconds. */
    public Histogram histogram() {
        var histogram = new Histogram(5);
        for (int i = 0; i < size; i++) histogram.recordValue(Math.round(ends[i] - starts[i]));
        return histogram;
    }
}
