package asynclab.web.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.web.filter.RequestsByThread.ServedRequest;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RequestsByThreadTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long THIS_THREAD = Thread.currentThread().getId();

    private final AtomicLong now = new AtomicLong(-SECOND); // System.nanoTime() may be negative
    private final RequestsByThread requests = new RequestsByThread(now::get);

    @Test
    void nothing_is_recorded_until_someone_reads_nor_five_seconds_after_the_last_reading() {
        assertFalse(requests.isWatched());
        requests.read();
        now.addAndGet(5 * SECOND);
        assertTrue(requests.isWatched());
        now.addAndGet(1);
        assertFalse(requests.isWatched());
        requests.read();
        assertTrue(requests.isWatched());
    }

    @Test
    void a_thread_has_its_request_until_it_returns_and_requests_are_numbered() {
        requests.take("/one");
        assertEquals(Map.of(THIS_THREAD, new ServedRequest(1, "/one")), requests.read());
        requests.leave();
        assertEquals(Map.of(), requests.read());
        requests.take("/" + "x".repeat(100));
        assertEquals(Map.of(THIS_THREAD, new ServedRequest(2, "/" + "x".repeat(59) + "…")), requests.read());
    }
}
