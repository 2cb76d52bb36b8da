package asynclab.traffic.processor;

import asynclab.traffic.Traffic;
import java.util.Arrays;

/**
 * The use of the processors over time: the mean of each of some intervals. All intervals have the same length. There may be gaps. Immutable,
 * if nobody changes the arrays.
 *
 * @param startMicros the start of each interval, ascending, in microseconds since 1970 on the log's clock
 * @param lengthMicros of each interval
 * @param unsureMicros how much later than recorded the intervals may be: a second, if the times were cut to whole seconds; else 0
 * @param busy the mean number of busy processors in each interval, of all servers that wrote the log
 */
public record CpuRecord(long[] startMicros, long lengthMicros, long unsureMicros, double[] busy) {

    /** The fewest intervals from which a time can be told. */
    public static final int FEWEST_INTERVALS = 20;

    /** The most intervals that are kept apart. It bounds the time of the computation. */
    private static final int MOST_INTERVALS = 2_000;

    public CpuRecord {
        if (startMicros.length != busy.length || lengthMicros < 1)
            throw new IllegalArgumentException("Each interval needs a start, a length and a number.");
        for (int i = 1; i < startMicros.length; i++)
            if (startMicros[i] <= startMicros[i - 1])
                throw new IllegalArgumentException("The starts must ascend, but not number " + i + ".");
    }

    public int size() {
        return busy.length;
    }

    /** The end of interval {@code i}. */
    public long endMicros(int i) {
        return startMicros[i] + lengthMicros;
    }

    /** The intervals during which the log was written: none begins before the first start of a request or ends after the last one. */
    public CpuRecord within(Traffic traffic) {
        long first = traffic.epochMicros();
        long last = first + traffic.startMicros(traffic.size() - 1);
        int from = 0;
        while (from < size() && startMicros[from] < first) from++;
        int to = from;
        while (to < size() && endMicros(to) + unsureMicros <= last) to++;
        return new CpuRecord(
                Arrays.copyOfRange(startMicros, from, to),
                lengthMicros,
                unsureMicros,
                Arrays.copyOfRange(busy, from, to));
    }

    /** The same, later by some microseconds. */
    CpuRecord later(long micros) {
        return new CpuRecord(
                Arrays.stream(startMicros).map(start -> start + micros).toArray(), lengthMicros, unsureMicros, busy);
    }

    /** Joins intervals in a row until each has this length, or until there are few enough. Where a gap is, intervals are left out. */
    CpuRecord joined(long micros) {
        int number =
                (int) Math.max(Math.ceil((double) micros / lengthMicros), Math.ceil((double) size() / MOST_INTERVALS));
        if (number <= 1) return this;
        long[] starts = new long[size() / number];
        double[] means = new double[starts.length];
        int joined = 0;
        for (int i = 0; i + number <= size(); ) {
            int gap = gapAfter(i, number);
            if (gap == 0) {
                starts[joined] = startMicros[i];
                for (int j = i; j < i + number; j++) means[joined] += busy[j] / number;
                joined++;
            }
            i += gap == 0 ? number : gap;
        }
        return new CpuRecord(
                Arrays.copyOf(starts, joined), number * lengthMicros, unsureMicros, Arrays.copyOf(means, joined));
    }

    /** How many intervals there are from {@code i} on before a gap; 0 if these are not interrupted. */
    private int gapAfter(int i, int number) {
        for (int j = 1; j < number; j++) if (startMicros[i + j] - startMicros[i + j - 1] > 1.5 * lengthMicros) return j;
        return 0;
    }
}
