package asynclab.run.result;

import java.nio.file.Path;
import java.util.Arrays;

/**
 * The processor time that the host of a virtual machine gave to others while this machine had work for it: {@code steal} in Linux'
 * {@code /proc/stat}.
 *
 * @param wanted the time of all processors that were not idle, with the stolen time, in ticks since the start of the system
 * @param stolen in the same ticks
 */
public record StolenTime(long wanted, long stolen) {

    private static final Path STAT = Path.of("/proc/stat");
    private static final int IDLE_FIELD = 3;
    private static final int IO_WAIT_FIELD = 4;
    private static final int STOLEN_FIELD = 7;

    public static StolenTime read() {
        return of(Environment.lineOf(STAT, "cpu "));
    }

    /** @param fields of the line of all processors, without its name; null if there is none */
    static StolenTime of(String fields) {
        if (fields == null) return new StolenTime(0, 0);
        long[] ticks =
                Arrays.stream(fields.split(" ")).mapToLong(Long::parseLong).toArray();
        long sum = Arrays.stream(ticks, 0, STOLEN_FIELD + 1).sum(); // further fields are part of the first two
        return new StolenTime(sum - ticks[IDLE_FIELD] - ticks[IO_WAIT_FIELD], ticks[STOLEN_FIELD]);
    }

    /** The share of the wanted time that was stolen since an earlier reading; not a number if the system does not say it. */
    public double shareSince(StolenTime before) {
        if (wanted == 0) return Double.NaN;
        return wanted == before.wanted ? 0 : (double) (stolen - before.stolen) / (wanted - before.wanted);
    }
}
