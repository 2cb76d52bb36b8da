package asynclab.servlet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.Played;
import asynclab.container.Delivery;
import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Exchanges;
import asynclab.exchange.FakeContainer;
import asynclab.exchange.Reply;
import asynclab.parameter.Parameters;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.servlet.ReadListener;
import javax.servlet.ServletConfig;
import javax.servlet.ServletContext;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A container that throws. Each request is repeated until every call to the container has failed once, first alone and then with all
 * later calls. The ledger counts each request once, and its filter's task runs once.
 */
class ThrowingContainerTest {

    private static final long LONG_MILLIS = 60_000;
    private static final int MOST_CALLS = 1_000;

    /** What a servlet does with a request. */
    private interface Handling {
        void handle(TestServlet servlet, Exchange exchange, FakeContainer container) throws Exception;
    }

    /** What the container does by itself after the request thread has returned. */
    private interface Later {
        void run(FakeContainer container) throws Exception;
    }

    private record Life(String name, Handling handling, Later later) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final class TestServlet extends LedgerServlet {
        private final transient Handling handling;
        private final transient FakeContainer container;

        TestServlet(Handling handling, FakeContainer container) {
            super("POST");
            this.handling = handling;
            this.container = container;
        }

        @Override
        protected void handle(
                Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
                throws Exception {
            handling.handle(this, exchange, container);
        }

        AsyncExchange goAsync(Exchange exchange) {
            return exchanges().goAsync(exchange, container.request, container.response, LONG_MILLIS);
        }

        void endNow(Exchange exchange) {
            end(exchange, container.request, container.response, Ending.ANSWERED, ok());
        }
    }

    private static Reply ok() {
        return Reply.text("text/plain", "ok").with("X-Header", "1");
    }

    private static void answer(TestServlet servlet, Exchange exchange, FakeContainer container) {
        servlet.goAsync(exchange).answer(ThrowingContainerTest::ok);
    }

    private static void answerSoon(TestServlet servlet, Exchange exchange, FakeContainer container) {
        var waiting = servlet.goAsync(exchange);
        waiting.answerAfter(0, ThrowingContainerTest::ok);
        await(() -> !waiting.isOpen(), () -> "it has no end");
    }

    private static void stream(TestServlet servlet, Exchange exchange, FakeContainer container) throws IOException {
        var out = container.response.getOutputStream();
        var waiting = servlet.goAsync(exchange);
        waiting.streamBy(out, new WriteListener() {
            private boolean written;

            @Override
            public void onWritePossible() {
                waiting.step(() -> {
                    while (out.isReady()) {
                        if (written) return true;
                        written = true;
                        out.write(new byte[10]);
                    }
                    return false;
                });
            }

            @Override
            public void onError(Throwable thrown) {
                waiting.broken(thrown);
            }
        });
    }

    private static void read(TestServlet servlet, Exchange exchange, FakeContainer container) throws IOException {
        var in = container.request.getInputStream();
        var waiting = servlet.goAsync(exchange);
        waiting.readBy(in, new ReadListener() {
            @Override
            public void onDataAvailable() {
                waiting.step(() -> {
                    while (waiting.isReady(in) && !in.isFinished()) in.read();
                    waiting.answer(ThrowingContainerTest::ok);
                    return false;
                });
            }

            @Override
            public void onAllDataRead() {}

            @Override
            public void onError(Throwable thrown) {
                waiting.broken(thrown);
            }
        });
    }

    private static final Later NOTHING = container -> {};

    private static Stream<Arguments> lives() {
        return Stream.of(Delivery.values()).flatMap(delivery -> Stream.of(
                        new Life("answered at once", (s, e, c) -> s.endNow(e), NOTHING),
                        new Life("answered asynchronously", ThrowingContainerTest::answer, NOTHING),
                        new Life("answered by the scheduler", ThrowingContainerTest::answerSoon, NOTHING),
                        new Life("a stream", ThrowingContainerTest::stream, NOTHING),
                        new Life("an upload", ThrowingContainerTest::read, NOTHING),
                        new Life(
                                "thrown",
                                (s, e, c) -> {
                                    throw new IllegalStateException("on purpose");
                                },
                                NOTHING),
                        new Life(
                                "thrown while it waits",
                                (s, e, c) -> {
                                    s.goAsync(e);
                                    throw new IllegalStateException("on purpose");
                                },
                                NOTHING),
                        new Life("timed out", (s, e, c) -> s.goAsync(e), FakeContainer::onTimeout),
                        new Life("broken", (s, e, c) -> s.goAsync(e), FakeContainer::onError),
                        new Life("completed", (s, e, c) -> s.goAsync(e), FakeContainer::onComplete))
                .map(life -> Arguments.of(delivery, life)));
    }

    @ContractRow(55)
    @ParameterizedTest
    @MethodSource("lives")
    void a_request_ends_once_when_any_call_of_the_container_throws(Delivery delivery, Life life) throws Exception {
        try (var exchanges = new Exchanges("throwing-", 1, LONG_MILLIS, null, delivery, 1, 1)) {
            for (Supplier<Throwable> thrown : Stream.<Supplier<Throwable>>of(
                            () -> new NumberFormatException("on purpose"), () -> new LinkageError("on purpose"))
                    .toList())
                for (boolean lasting : new boolean[] {false, true}) {
                    int failing = 0;
                    while (live(exchanges, life, failing, lasting, thrown) > failing) failing++;
                    assertTrue(failing > 3, "it calls the container");
                }
        }
    }

    /** @return the number of calls until the request has ended */
    private static int live(Exchanges exchanges, Life life, int failing, boolean lasting, Supplier<Throwable> thrown)
            throws Exception {
        var before = exchanges.ledger().snapshot();
        var calls = new AtomicInteger();
        var last = new StringBuffer();
        var container = new FakeContainer().withBody(3).calling(method -> {
            int call = calls.getAndIncrement();
            assertFalse(call > MOST_CALLS, "it calls for ever");
            if (call != failing && !(lasting && call > failing)) return;
            last.append(method).append(' ');
            throw ThrowingContainerTest.<RuntimeException>unchecked(thrown.get());
        });
        var tasks = new AtomicInteger();
        var servlet = new TestServlet(life.handling, container);
        servlet.init(config(exchanges));
        servlet.service(container.request, container.response);
        // As a filter does, after the chain has returned.
        Exchanges.whenEnded(container.request, tasks::incrementAndGet);
        if (exchanges.ledger().snapshot().inFlight() > 0) byTheContainer(container, life.later);
        awaitEnd(exchanges, last);
        byTheContainer(container, FakeContainer::onComplete); // the last event of every asynchronous request
        var snapshot = exchanges.ledger().snapshot();
        assertEquals(before.started() + 1, snapshot.started(), last::toString);
        assertEquals(before.endedInAll() + 1, snapshot.endedInAll(), last::toString);
        if (container.history.contains("complete"))
            assertEquals(container.history.lastIndexOf("complete"), container.history.indexOf("complete"));
        assertEquals(1, tasks.get(), last::toString);
        return calls.get();
    }

    /** The container gets the exceptions of a listener. */
    private static void byTheContainer(FakeContainer container, Later later) throws Exception {
        try {
            later.run(container);
        } catch (RuntimeException | LinkageError thrown) {
            container.history.add("thrown to the container: " + thrown);
        }
    }

    /** The scheduler and the writers end a request on threads of their own. */
    private static void awaitEnd(Exchanges exchanges, StringBuffer failed) {
        await(
                () -> exchanges.ledger().snapshot().inFlight() == 0,
                () -> "in flight for ever: " + exchanges.ledger().snapshot() + " after these have thrown: " + failed);
    }

    private static void await(BooleanSupplier condition, Supplier<String> otherwise) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        for (; !condition.getAsBoolean(); Thread.yield()) assertTrue(System.nanoTime() < end, otherwise);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private static ServletConfig config(Exchanges exchanges) {
        var context = fake(ServletContext.class, exchanges);
        return fake(ServletConfig.class, context);
    }

    /** Every method returns the value. */
    private static <T> T fake(Class<T> type, Object value) {
        return Played.as(type, (self, method, args) -> method.getReturnType().isInstance(value) ? value : null);
    }
}
