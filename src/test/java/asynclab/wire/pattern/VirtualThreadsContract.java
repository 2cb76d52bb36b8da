package asynclab.wire.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asynclab.options.Jdks;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.ServerContract;
import org.junit.jupiter.api.Test;

/** The blocking servlet, unchanged, on a container whose request threads are virtual. */
class VirtualThreadsContract extends ServerContract {

    private static final int THREADS = 12;

    @Override
    protected ServerSettings settings() {
        assumeTrue(isMeasured(), "the lab starts virtual threads on its own Jetty and Tomcat only");
        String java = Jdks.atLeast(21);
        assumeTrue(java != null, "there is no JDK 21 or later, so no virtual thread is tested");
        return named("").withRequestThreads(THREADS).withJava(java).withVirtualThreads(0);
    }

    @Test
    void more_requests_wait_than_the_pool_has_threads() throws Exception {
        whileHeld(10 * THREADS, "/blocking?ms=", 10 * THREADS, () -> "each has a thread");
    }

    /** Jetty's pool then has the threads that accept connections. Tomcat publishes no pool. */
    @Test
    void the_lab_reads_the_server_all_the_same() {
        assertEquals(0, server().probe().pool().queued());
    }

    @Test
    void the_metrics_say_that_the_pool_does_not_serve_requests() throws Exception {
        String metrics = get("/metrics").body();
        assertTrue(metrics.contains("\nasynclab_request_threads_virtual 1.0\n"), metrics);
    }
}
