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

/** Reads and drops the rest of a request body. */
class UnreadBodyTest {

    /** One byte, which is read on one thread while the container calls on another, as Tomcat does with a chunked body. */
    private static final class Body extends ServletInputStream {
        final CountDownLatch reading = new CountDownLatch(1);
        final CountDownLatch containerHasReturned = new CountDownLatch(1);
        final AtomicInteger left = new AtomicInteger(1);
        ReadListener listener;

        @Override
        public boolean isFinished() {
            return left.get() == 0;
        }

        @Override
        public boolean isReady() {
            return left.get() > 0;
        }

        @Override
        public int read() throws IOException {
            reading.countDown();
            try {
                assertTrue(containerHasReturned.await(60, SECONDS), "the container's thread waits for this one");
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            left.decrementAndGet();
            return 'x';
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            to[from] = (byte) read();
            return 1;
        }

        @Override
        public void setReadListener(ReadListener given) {
            listener = given;
        }
    }

    private static final class Unread extends UnreadBody {
        Unread(HttpServletRequest request) {
            super(request);
        }

        @Override
        boolean mayDrop() {
            return true;
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
        unread.readBy(body, new NoReader());
        var scheduler = CompletableFuture.supplyAsync(unread::startDropping);
        assertTrue(body.reading.await(60, SECONDS));
        body.listener.onDataAvailable();
        body.containerHasReturned.countDown();
        assertEquals(false, scheduler.get(60, SECONDS), "all is read");
        assertEquals(0, body.left.get());
    }

    private static final class NoReader implements ReadListener {
        @Override
        public void onDataAvailable() {}

        @Override
        public void onAllDataRead() {}

        @Override
        public void onError(Throwable thrown) {}
    }
}
