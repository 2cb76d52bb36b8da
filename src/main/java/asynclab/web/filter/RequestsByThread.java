package asynclab.web.filter;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import javax.servlet.ServletContext;

/**
 * Which request each thread serves at this moment. It records nothing unless {@link #read} was called within the last five
 * seconds. Until then a request costs one read of a field. One object for each deployment. Thread-safe.
 */
public final class RequestsByThread {

    private static final long WATCHED_NANOS = 5_000_000_000L;
    private static final int SHOWN_CHARS = 60;

    private final Map<Long, ServedRequest> byThread = new ConcurrentHashMap<>();
    private final AtomicLong recorded = new AtomicLong();
    private final LongSupplier nanoTime;
    private volatile boolean watched;
    private volatile long readNanos;

    public RequestsByThread() {
        this(System::nanoTime);
    }

    RequestsByThread(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * A request on its thread.
     *
     * @param number counts the recorded requests, from 1, in the order in which threads took them
     * @param path without the query, at most 60 characters
     */
    public record ServedRequest(long number, String path) {}

    /** The object of a deployment. */
    public static RequestsByThread of(ServletContext context) {
        return (RequestsByThread) context.getAttribute(RequestsByThread.class.getName());
    }

    /** The requests that threads serve now, by the id of the thread. Requests that started before the first call are missing. */
    public Map<Long, ServedRequest> read() {
        readNanos = nanoTime.getAsLong();
        watched = true;
        return Map.copyOf(byThread);
    }

    /** Whether requests are to be recorded. The first request after the five seconds ends the recording. */
    boolean isWatched() {
        if (watched && nanoTime.getAsLong() - readNanos > WATCHED_NANOS) watched = false;
        return watched;
    }

    /** Records that the calling thread takes a request. It must call {@link #leave} in the end. */
    void take(String path) {
        String shown = path.length() <= SHOWN_CHARS ? path : path.substring(0, SHOWN_CHARS) + "…";
        byThread.put(Thread.currentThread().getId(), new ServedRequest(recorded.incrementAndGet(), shown));
    }

    /** Records that the calling thread returns to the container. */
    void leave() {
        byThread.remove(Thread.currentThread().getId());
    }
}
