package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** The adapter between the state machine and a fake container, with a scheduler that runs. */
@Isolated("one test reads the log")
class AsyncExchangeTest extends OnFakeContainers {

    /** All ends that the application causes, except a deadline that passes. */
    private static final List<Consumer<AsyncExchange>> OUR_ENDS = List.of(
            waiting -> waiting.answer(AsyncExchangeTest::ok),
            waiting -> waiting.fail(new RejectedExecutionException()),
            waiting -> waiting.broken(new IOException("the connection was reset")),
            AsyncExchange::timeOut,
            AsyncExchange::drain);

    private static final List<Consumer<FakeContainer>> THE_CONTAINERS_ENDS =
            List.of(FakeContainer::onTimeout, FakeContainer::onError, FakeContainer::onComplete);

    @ContractRow({9, 15})
    @Test
    void ten_thousand_early_ends_leave_no_timer_and_everything_held_is_given_back_once() {
        var held = new AtomicInteger();
        var containers = new ArrayList<FakeContainer>();
        var all = new ArrayList<AsyncExchange>();
        for (int i = 0; i < 10_000; i++) {
            boolean fails = i % 3 == 0;
            containers.add(failing(() -> fails));
            all.add(waiting(containers.get(i)));
            all.get(i).answerAfter(LONG_MILLIS, AsyncExchangeTest::ok);
            all.get(i).whenEnded(held::decrementAndGet);
            held.incrementAndGet();
        }
        assertEquals(10_000, exchanges.scheduledTasks(), "no deadline is near");
        for (int i = 0; i < 10_000; i++) {
            int way = i % (OUR_ENDS.size() + THE_CONTAINERS_ENDS.size());
            for (int times = 0; times < 2; times++) {
                if (way < OUR_ENDS.size()) OUR_ENDS.get(way).accept(all.get(i));
                else THE_CONTAINERS_ENDS.get(way - OUR_ENDS.size()).accept(containers.get(i));
            }
        }
        assertEquals(0, exchanges.scheduledTasks());
        assertEquals(0, held.get());
        assertEquals(0, exchanges.ledger().snapshot().inFlight());
    }

    @Test
    void a_task_takes_the_place_of_an_earlier_one() {
        var waiting = waiting(new FakeContainer());
        for (int i = 0; i < 3; i++) waiting.answerAfter(LONG_MILLIS, AsyncExchangeTest::ok);
        assertEquals(1, exchanges.scheduledTasks(), "the latest task, and no deadline that is near");
    }

    @ContractRow(8)
    @Test
    void what_a_task_throws_ends_its_exchange_with_500_and_one_line_in_the_log() throws Exception {
        var log = (Logger) LoggerFactory.getLogger("asynclab.exchange");
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        log.addAppender(lines);
        log.setAdditive(false);
        try {
            failsWith(waiting -> waiting.runAfter(0, () -> {
                throw new IllegalStateException("thrown on purpose");
            }));
            failsWith(waiting -> waiting.runAfter(0, () -> {
                throw new StackOverflowError("thrown on purpose");
            }));
            failsWith(waiting -> waiting.answerAfter(0, () -> {
                throw new Exception("thrown on purpose");
            }));
            exchanges.close(); // waits until the scheduler is idle
        } finally {
            log.setAdditive(true);
            log.detachAppender(lines);
        }
        assertEquals(3, ended(Ending.FAILED));
        assertEquals(3, lines.list.size(), lines.list::toString);
        for (var line : lines.list)
            assertEquals("thrown on purpose", line.getThrowableProxy().getMessage());
    }

    @ContractRow(31)
    @Test
    void while_it_is_answered_the_log_context_is_the_requests_and_then_the_threads_own_again() throws Exception {
        MDC.put("mark", "the request's");
        var one = waiting(new FakeContainer());
        var other = waiting(new FakeContainer());
        MDC.clear();
        assertEquals("the request's", contextDuring(one));
        assertNull(MDC.get("mark"));
        MDC.put("mark", "the thread's");
        assertEquals("the request's", contextDuring(other));
        assertEquals("the thread's", MDC.get("mark"));
        MDC.clear();
    }

    private static String contextDuring(AsyncExchange waiting) {
        var seen = new String[1];
        waiting.answer(() -> {
            seen[0] = MDC.get("mark");
            return ok();
        });
        return seen[0];
    }

    private void failsWith(Consumer<AsyncExchange> task) throws InterruptedException {
        var container = new FakeContainer();
        task.accept(waiting(container));
        container.awaitComplete();
        assertEquals("status 500 write complete", container.deeds());
    }

    @ContractRow(10)
    @Test
    void a_step_that_hangs_delays_no_other_deadline() throws Exception {
        var hanging = new FakeContainer();
        var stream = waiting(hanging);
        var inside = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        stream.streamBy(hanging.out, null);
        var stuck = new Thread(() -> stream.step(() -> {
            inside.countDown();
            return !goOn.await(60, TimeUnit.SECONDS);
        }));
        stuck.start();
        assertTrue(inside.await(60, TimeUnit.SECONDS));
        stream.runAfter(0, stream::timeOut); // on the only thread
        var other = new FakeContainer();
        var after = waiting(other);
        after.runAfter(1, after::timeOut);
        other.awaitComplete();
        assertEquals("status 503 write complete", other.deeds());
        assertFalse(stream.isOpen());
        assertEquals("setWriteListener", hanging.deeds());
        goOn.countDown();
        stuck.join();
        assertEquals("setWriteListener complete", hanging.deeds());
        assertEquals(2, ended(Ending.TIMED_OUT));
    }

    @Test
    void an_end_from_within_a_step_waits_until_the_step_is_over() throws Exception {
        var container = new FakeContainer();
        var stream = waiting(container);
        stream.whenEnded(() -> container.act("ended"));
        stream.streamBy(container.out, null);
        exchanges.threads().scheduler().shutdownNow(); // so scheduling fails, which ends the exchange
        stream.step(() -> {
            stream.runAfter(LONG_MILLIS, () -> {});
            assertTrue(container.out.isReady());
            container.out.write(new byte[1]);
            return true;
        });
        assertEquals("setWriteListener isReady write ended complete", container.deeds());
        assertEquals(1, ended(Ending.REJECTED));
    }

    @Test
    void after_the_end_it_refers_to_neither_request_nor_response_nor_context() {
        var kept = new ArrayList<AsyncExchange>();
        var containers = new ArrayList<WeakReference<FakeContainer>>();
        for (boolean streamed : new boolean[] {false, true}) {
            for (var end : OUR_ENDS) containers.add(ended(streamed, (waiting, container) -> end.accept(waiting), kept));
            for (var end : THE_CONTAINERS_ENDS)
                containers.add(ended(streamed, (waiting, container) -> end.accept(container), kept));
        }
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (containers.stream().anyMatch(one -> one.get() != null) && System.nanoTime() < giveUp) System.gc();
        for (var container : containers) assertNull(container.get());
        for (var waiting : kept) assertFalse(waiting.isOpen());
    }

    private interface End {
        void come(AsyncExchange waiting, FakeContainer container);
    }

    /** All of a container's objects refer to it. */
    private WeakReference<FakeContainer> ended(boolean streamed, End end, List<AsyncExchange> kept) {
        var container = new FakeContainer();
        var waiting = waiting(container);
        kept.add(waiting);
        waiting.answerAfter(LONG_MILLIS, () -> Reply.text("text/plain", container.deeds()));
        waiting.whenEnded(() -> container.act("ended"));
        if (streamed) waiting.streamBy(container.out, null);
        end.come(waiting, container);
        return new WeakReference<>(container);
    }
}
