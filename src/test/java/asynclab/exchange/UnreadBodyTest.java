package asynclab.exchange;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.Played;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads and drops the rest of a request body. */
class UnreadBodyTest {

    /**
     * One byte and the end. As on Jetty, nobody may ask again before the container has called, and only a read finds the end. As on Tomcat, a
     * read on one thread may wait for a thread that the container calls with.
     */
    private static final class Body extends ServletInputStream {
        final CountDownLatch reading = new CountDownLatch(1);
        final CountDownLatch containerHasReturned = new CountDownLatch(1);
        final AtomicInteger left = new AtomicInteger(1);
        volatile boolean arrived = true;
        volatile boolean callDue;
        volatile boolean finished;
        ReadListener listener;

        void call() throws IOException {
            callDue = false;
            listener.onDataAvailable();
        }

        @Override
        public boolean isFinished() {
            return finished;
        }

        @Override
        public boolean isReady() {
            if (callDue) throw new IllegalStateException("asked again before the container has called");
            callDue = !arrived;
            return arrived;
        }

        @Override
        public int read() throws IOException {
            reading.countDown();
            try {
                assertTrue(containerHasReturned.await(60, SECONDS), "the container's thread waits for this one");
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            finished = left.getAndUpdate(n -> Math.max(0, n - 1)) == 0;
            return finished ? -1 : 'x';
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            int one = read();
            if (one < 0) return one;
            to[from] = (byte) one;
            return 1;
        }

        @Override
        public void setReadListener(ReadListener given) {
            listener = given;
        }
    }

    private static final class Unread extends UnreadBody {
        volatile boolean mayDrop;

        Unread(HttpServletRequest request) {
            super(request);
        }

        @Override
        boolean mayDrop() {
            return mayDrop;
        }

        @Override
        void allDropped() {}

        @Override
        public void onError(Throwable thrown) {}
    }

    private static HttpServletRequest chunked(Body body) {
        return Played.as(
                HttpServletRequest.class,
                (proxy, method, arguments) -> method.getName().equals("getHeader") ? "chunked" : body);
    }

    @Test
    void a_read_that_waits_for_the_thread_of_the_container_does_not_make_that_thread_wait() throws Exception {
        var body = new Body();
        var unread = new Unread(chunked(body));
        unread.readBy(body, new ReaderOf(() -> {}));
        body.call();
        unread.mayDrop = true;
        var scheduler = CompletableFuture.supplyAsync(unread::startDropping);
        assertTrue(body.reading.await(60, SECONDS));
        body.call();
        body.containerHasReturned.countDown();
        assertEquals(false, scheduler.get(60, SECONDS), "all is read");
        assertTrue(body.finished);
    }

    @Test
    void a_body_that_the_container_waits_for_is_read_when_the_container_calls() throws Exception {
        var body = new Body();
        var unread = waitingFor(body);
        body.arrived = true;
        assertTrue(unread.startDropping(), "the container calls");
        assertEquals(1, body.left.get(), "not read before");
        body.call();
        assertTrue(body.finished);
    }

    @Test
    void the_container_is_asked_once_if_the_exchange_ends_while_its_thread_reads() throws Exception {
        var body = new Body();
        body.arrived = false;
        body.containerHasReturned.countDown();
        var unread = new Unread(chunked(body));
        unread.mayDrop = true;
        unread.readBy(body, new ReaderOf(() -> assertTrue(unread.startDropping(), "some of it is still to come")));
        body.call();
        assertTrue(body.callDue);
    }

    @ParameterizedTest
    @EnumSource
    void after_its_last_call_the_container_is_not_waited_for(LastCall last) throws Exception {
        var body = new Body();
        var unread = waitingFor(body);
        body.arrived = true;
        body.callDue = false;
        if (last == LastCall.ALL_READ) unread.onAllDataRead();
        else unread.expectNoCall();
        assertEquals(false, unread.startDropping(), "all is read");
        assertTrue(body.finished);
    }

    private enum LastCall {
        ALL_READ, // Jetty's isFinished() stays false if the end came alone
        ERROR
    }

    /** The reader has been told that nothing has arrived. Then the exchange ends. */
    private static Unread waitingFor(Body body) throws IOException {
        body.arrived = false;
        body.containerHasReturned.countDown();
        var unread = new Unread(chunked(body));
        unread.readBy(body, new ReaderOf(unread::isReady));
        body.call();
        unread.mayDrop = true;
        return unread;
    }

    private record ReaderOf(Runnable read) implements ReadListener {
        @Override
        public void onDataAvailable() {
            read.run();
        }

        @Override
        public void onAllDataRead() {}

        @Override
        public void onError(Throwable thrown) {}
    }
}
