package asynclab.recorder;

import java.time.Instant;
import java.util.Locale;
import javax.servlet.http.HttpServletRequest;

/**
 * When a request reached the first filter, and how long it had waited until then.
 *
 * @param epochMicros microseconds since 1970
 * @param nanos the same time by {@link System#nanoTime}
 * @param waitMicros the wait before the first filter; -1 if unknown
 * @param from where that wait began
 * @param firstByteMicros the time since the container's first byte; -1 if unknown
 * @param queued whether it came through the queue of the server's thread pool
 */
public record Arrival(long epochMicros, long nanos, long waitMicros, From from, long firstByteMicros, boolean queued) {

    /** Where a wait begins. */
    public enum From {
        /** The proxy's time stamp, in {@code X-Request-Start} or {@code X-Queue-Start}. */
        PROXY,
        /** The queue of the server's thread pool, or the container's first byte if that was earlier. */
        POOL,
        /** The container's first byte. A thread of the pool reads it, so a wait for that thread came before and is not in it. */
        CONTAINER,
        UNKNOWN;

        /** In the log: its name in small letters, or a dash if it is unknown. */
        final String word = name().equals("UNKNOWN") ? "-" : name().toLowerCase(Locale.ROOT);
    }

    private static final long OLDEST_MICROS = 600_000_000;
    private static final long LATE_MICROS = 100;

    static Arrival of(HttpServletRequest request, long nanos, PoolQueue pool, ContainerBegin container) {
        long now = micros(Instant.now());
        long firstByte = container.sinceMicros(request, now, nanos);
        long proxy = sinceProxy(request, now);
        if (proxy >= 0) return new Arrival(now, nanos, proxy, From.PROXY, firstByte, false);
        var arrival = new Arrival(
                now, nanos, firstByte, firstByte < 0 ? From.UNKNOWN : From.CONTAINER, firstByte, pool != null);
        Arrival estimated = arrival.settled(pool);
        return estimated.isLate() && pool.isPassedNow() ? arrival.past() : estimated;
    }

    private boolean isLate() {
        return from == From.POOL && waitMicros > Math.max(LATE_MICROS, firstByteMicros);
    }

    /** The same for a request that a thread has served past the queue. */
    private Arrival past() {
        return new Arrival(epochMicros, nanos, Math.max(0, firstByteMicros), From.POOL, firstByteMicros, false);
    }

    /** The same with the wait that the pool knows by now. */
    Arrival settled(PoolQueue pool) {
        long wait = queued && pool != null ? pool.waitMicros(nanos) : -1;
        if (wait < 0) return this;
        return new Arrival(epochMicros, nanos, Math.max(wait, firstByteMicros), From.POOL, firstByteMicros, true);
    }

    static long micros(Instant time) {
        return time.getEpochSecond() * 1_000_000 + time.getNano() / 1_000;
    }

    private static long sinceProxy(HttpServletRequest request, long nowMicros) {
        String start = request.getHeader("X-Request-Start");
        if (start == null) start = request.getHeader("X-Queue-Start");
        return start == null ? -1 : sinceMicros(start, nowMicros);
    }

    /**
     * @param start seconds, milliseconds or microseconds since 1970, with decimals or without, and with {@code t=} before it or not
     * @return -1 if that is no time, or one in the future, or more than ten minutes ago
     */
    static long sinceMicros(String start, long nowMicros) {
        try {
            double number = Double.parseDouble(start.startsWith("t=") ? start.substring(2) : start);
            double unit = number < 1e11 ? 1e6 : number < 1e14 ? 1e3 : 1; // as a time of our century
            long since = nowMicros - Math.round(number * unit);
            return since >= 0 && since <= OLDEST_MICROS ? since : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
