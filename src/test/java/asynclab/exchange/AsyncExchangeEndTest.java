package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.container.Delivery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How a request ends: late, with a broken connection, at the stop of the application, or by the container's own timer. */
class AsyncExchangeEndTest extends OnFakeContainers {

    /** If the machine stands still, the deadline may be near before this looks. {@code AsyncExchangeTest} has deadlines of a minute. */
    @Test
    void a_deadline_that_was_distant_is_kept_and_never_early() {
        var ended = new CountDownLatch(1);
        long distantMillis = 200;
        long millis = Exchanges.NEAR_MILLIS + distantMillis;
        long started = System.nanoTime();
        var container = new FakeContainer();
        var waiting = exchanges.goAsync(exchanges.start(), container.request, container.response, millis);
        waiting.whenEnded(ended::countDown);
        int tasks = exchanges.scheduledTasks();
        boolean near = System.nanoTime() - started >= distantMillis * 1_000_000;
        assertTrue(tasks == 0 || near, "it is not near yet");
        awaited(ended);
        assertTrue(System.nanoTime() - started >= millis * 1_000_000 - 1_000_000, "early");
        assertEquals(1, ended(Ending.TIMED_OUT));
    }

    @Test
    void while_a_task_blocks_the_scheduler_a_request_ends_after_its_deadline_all_the_same() {
        var goOn = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        exchanges.runAfter(0, () -> awaited(goOn));
        var container = new FakeContainer();
        var waiting = exchanges.goAsync(exchanges.start(), container.request, container.response, 1);
        waiting.whenEnded(ended::countDown);
        awaited(ended);
        assertEquals(1, ended(Ending.TIMED_OUT));
        goOn.countDown();
    }

    /** The scheduler's only thread is busy, so the timer cannot fire. The watch would end the request after four seconds. */
    @Test
    void a_request_that_is_handed_back_is_dispatched_once_and_not_counted() {
        var busy = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        exchanges.runAfter(0, () -> {
            busy.countDown();
            awaited(goOn);
        });
        awaited(busy);
        var container = new FakeContainer();
        var parked = exchanges.park(container.request, container.response, Exchanges.NEAR_MILLIS);
        assertEquals(1, exchanges.scheduledTasks());
        assertTrue(parked.handBack());
        assertFalse(parked.handBack());
        assertFalse(parked.shed(ok()));
        parked.fail(new IllegalStateException("too late"));
        assertEquals(List.of("dispatch"), container.history);
        assertEquals(0, exchanges.scheduledTasks());
        assertEquals(0, exchanges.ledger().snapshot().started());
        goOn.countDown();
    }

    @Test
    void a_request_that_is_shed_before_it_is_handed_back_is_counted_once() {
        var container = new FakeContainer();
        var parked = exchanges.park(container.request, container.response, LONG_MILLIS);
        assertEquals(0, exchanges.ledger().snapshot().started());
        assertTrue(parked.shed(ok()));
        assertFalse(parked.handBack());
        assertEquals("complete", container.history.get(container.history.size() - 1));
        assertFalse(container.history.contains("dispatch"));
        assertEquals(1, ended(Ending.SHED));
        assertEquals(1, exchanges.ledger().snapshot().started());
    }

    @Test
    void a_container_that_refused_complete_gets_it_again_in_its_timeout() {
        var timerWasFaster = new AtomicBoolean(true);
        var holder = new FakeContainer[1];
        var container = new FakeContainer(
                () -> {
                    if (holder[0].deeds().endsWith("complete") && timerWasFaster.getAndSet(false))
                        throw new IllegalStateException("EXPIRE");
                },
                () -> false);
        holder[0] = container;
        var waiting = waiting(container);
        waiting.answer(AsyncExchangeEndTest::ok);
        container.onTimeout();
        container.onTimeout();
        assertEquals("status 200 write complete complete", container.deeds());
    }

    @Test
    void a_container_whose_timer_was_faster_waits_for_the_writer_and_completes_on_its_own_thread() throws Exception {
        var writing = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var holder = new FakeContainer[1];
        Thread containers = new Thread(() -> holder[0].onTimeout());
        var container = new FakeContainer(
                () -> {
                    if (holder[0].deeds().endsWith("write")) {
                        writing.countDown();
                        awaited(goOn);
                    } else if (holder[0].deeds().endsWith("complete") && Thread.currentThread() != containers) {
                        throw new IllegalStateException("EXPIRING");
                    }
                },
                () -> false);
        holder[0] = container;
        var waiting = waiting(container);
        var writer = new Thread(() -> waiting.answer(AsyncExchangeEndTest::ok));
        writer.start();
        awaited(writing);
        containers.start();
        while (containers.getState() != Thread.State.TIMED_WAITING && containers.isAlive()) Thread.onSpinWait();
        goOn.countDown();
        writer.join(LONG_MILLIS);
        containers.join(LONG_MILLIS);
        assertEquals("status 200 write complete complete", container.deeds());
    }

    @Test
    void an_error_while_the_answer_is_written_ends_the_request_as_failed() {
        var container = failing(() -> {
            throw new StackOverflowError("thrown on purpose");
        });
        waiting(container).answer(AsyncExchangeEndTest::ok);
        assertEquals("status 200 complete", container.deeds());
        assertEquals(1, ended(Ending.FAILED));
        assertEquals(0, exchanges.scheduledTasks());
    }

    @Test
    void after_an_io_error_in_a_stream_we_complete_if_the_container_does_not() throws Exception {
        var container = failing(() -> true);
        var stream = waiting(container);
        stream.streamBy(container.out, null);
        stream.step(() -> {
            container.out.write(new byte[1]);
            return true;
        });
        container.awaitComplete();
        assertEquals("setWriteListener failure complete", container.deeds());
        assertEquals(1, ended(Ending.CLIENT_GONE));
    }

    @Test
    void a_request_that_comes_while_the_application_stops_is_drained_once() {
        exchanges.close();
        var container = new FakeContainer();
        var held = new AtomicInteger(1);
        waiting(container).whenEnded(held::decrementAndGet);
        assertEquals("status 503 write complete", container.deeds());
        assertEquals(1, ended(Ending.DRAINED));
        assertEquals(0, held.get());
    }

    @Test
    void a_stop_drains_all_waiting_requests_even_if_some_cannot_be_written_to() {
        var containers = new ArrayList<FakeContainer>();
        for (int i = 0; i < 50; i++) {
            boolean fails = i % 2 == 0;
            containers.add(failing(() -> fails));
            waiting(containers.get(i));
        }
        exchanges.close();
        for (var container : containers) assertTrue(container.deeds().endsWith("complete"), container::deeds);
        assertEquals(25, ended(Ending.DRAINED));
        assertEquals(25, ended(Ending.CLIENT_GONE));
    }

    @Test
    void tasks_of_the_stop_run_in_their_order_each_once_after_every_request_is_answered() {
        var container = new FakeContainer();
        var ran = new ArrayList<String>();
        waiting(container);
        for (int i = 0; i < 3; i++) {
            int number = i;
            exchanges.atClosing(() -> {
                ran.add(number + " after " + container.deeds());
                throw new ArithmeticException("this is a test");
            });
        }
        exchanges.close();
        exchanges.close();
        String answered = " after status 503 write complete";
        assertEquals(List.of(0 + answered, 1 + answered, 2 + answered), ran);
    }

    /** The container may end such a request first, but not when the application has gone. */
    @Test
    void a_stream_that_broke_just_before_a_stop_is_completed_by_the_stop() {
        var container = new FakeContainer();
        var waiting = waiting(container);
        waiting.streamBy(container.out, null);
        waiting.broken(new IOException("reset"));
        assertEquals("setWriteListener", container.deeds());
        exchanges.close();
        assertEquals("setWriteListener complete", container.deeds());
    }

    @Test
    void a_task_at_the_end_that_throws_delays_neither_the_response_nor_a_stop() throws Exception {
        var container = new FakeContainer();
        var held = new AtomicInteger(2);
        var waiting = waiting(container);
        waiting.whenEnded(held::decrementAndGet);
        waiting.whenEnded(() -> {
            throw new ArithmeticException("this is a test");
        });
        waiting.whenEnded(held::decrementAndGet);
        waiting.answer(AsyncExchangeEndTest::ok);
        container.awaitComplete();
        assertEquals(0, held.get());
        exchanges.atClosing(() -> {
            throw new ArithmeticException("this is a test");
        });
        exchanges.close();
        assertTrue(exchanges.threads().scheduler().isTerminated());
    }

    /** Tomcat's first call may come after the deadline. The client then got 200 without a body, because isReady() had said no. */
    @Test
    void a_stream_that_is_too_late_before_the_containers_first_call_is_a_whole_503() {
        try (var byListener = new Exchanges("listener-", 1, LONG_MILLIS, null, Delivery.BY_LISTENER, 0, 0)) {
            var container = new FakeContainer().thatCallsLater();
            var waiting = byListener.goAsync(byListener.start(), container.request, container.response, LONG_MILLIS);
            waiting.streamBy(container.out, null);
            waiting.timeOut();
            container.onWritePossible();
            assertEquals("setWriteListener status 503 isReady write isReady isReady complete", container.deeds());
            assertEquals(1, byListener.ledger().snapshot().ended().get(Ending.TIMED_OUT));
        }
    }

    /** Nothing else ends such a request on Jetty. */
    @Test
    void a_reader_that_stops_until_the_idle_timeout_is_a_client_gone() {
        try (var byListener = new Exchanges("listener-", 1, LONG_MILLIS, null, Delivery.BY_LISTENER, 0, 0)) {
            var container = new FakeContainer().thatCallsLater();
            var waiting = byListener.goAsync(byListener.start(), container.request, container.response, LONG_MILLIS);
            waiting.answer(AsyncExchangeEndTest::ok);
            container.onWriteTimeout();
            assertEquals("setWriteListener complete", container.deeds());
            assertEquals(1, byListener.ledger().snapshot().ended().get(Ending.CLIENT_GONE));
        }
    }

    /** After that the container may reuse the response. */
    @Test
    void a_connection_that_is_lost_before_the_winner_begins_to_send_gets_no_reply() {
        try (var byListener = new Exchanges("listener-", 1, LONG_MILLIS, null, Delivery.BY_LISTENER, 0, 0)) {
            var container = new FakeContainer();
            var waiting = byListener.goAsync(byListener.start(), container.request, container.response, LONG_MILLIS);
            waiting.whenEnded(container::onError); // between the claim and the reply
            waiting.answer(AsyncExchangeEndTest::ok);
            assertEquals("setWriteListener", container.deeds());
            assertEquals(1, byListener.ledger().snapshot().ended().get(Ending.CLIENT_GONE));
        }
    }

    /** Undertow's first call, too, may come after the deadline. The client then got 200 without a body. */
    @Test
    void a_stream_that_is_too_late_before_the_first_call_of_a_container_with_writers_is_the_head_of_a_503() {
        try (var byWriters = new Exchanges("writers-", 1, LONG_MILLIS, null, Delivery.BY_WRITERS, 1, 1)) {
            var container = new FakeContainer().thatCallsLater();
            var waiting = byWriters.goAsync(byWriters.start(), container.request, container.response, LONG_MILLIS);
            waiting.streamBy(container.out, null);
            waiting.timeOut();
            assertEquals("setWriteListener isReady status 503 complete", container.deeds());
            assertEquals(1, byWriters.ledger().snapshot().ended().get(Ending.TIMED_OUT));
        }
    }

    /** No other thread would end it. */
    @Test
    void a_reply_that_waits_for_a_writer_when_the_application_stops_is_the_head_of_a_503() {
        try (var byWriters = new Exchanges("writers-", 1, LONG_MILLIS, null, Delivery.BY_WRITERS, 1, 1)) {
            var writing = new CountDownLatch(1);
            var slow = failing(() -> isInterruptedAfter(writing));
            byWriters
                    .goAsync(byWriters.start(), slow.request, slow.response, LONG_MILLIS)
                    .answer(AsyncExchangeEndTest::ok);
            awaited(writing);
            var queued = new FakeContainer();
            byWriters
                    .goAsync(byWriters.start(), queued.request, queued.response, LONG_MILLIS)
                    .answer(AsyncExchangeEndTest::ok);
            assertEquals("", queued.deeds());
            Thread.currentThread().interrupt(); // else the stop waits five seconds for the slow reader
            byWriters.threads().stop();
            assertTrue(Thread.interrupted());
            assertEquals("status 503 complete", queued.deeds());
            assertEquals(1, byWriters.ledger().snapshot().ended().get(Ending.DRAINED));
        }
    }

    /** The second reply waits for the only writer, and the third finds no place to wait. */
    @ContractRow(56)
    @Test
    void before_a_writer_sends_or_refuses_a_reply_everything_is_given_back() throws Exception {
        try (var byWriters = new Exchanges("writers-", 1, LONG_MILLIS, null, Delivery.BY_WRITERS, 1, 1)) {
            var writing = new CountDownLatch(1);
            var goOn = new CountDownLatch(1);
            answerNoting(byWriters, failing(() -> {
                writing.countDown();
                awaited(goOn);
                return false;
            }));
            awaited(writing);
            var queued = answerNoting(byWriters, new FakeContainer());
            assertEquals("ended", queued.deeds());
            var refused = answerNoting(byWriters, new FakeContainer());
            assertEquals("ended status 503 complete", refused.deeds());
            assertEquals(1, byWriters.ledger().snapshot().ended().get(Ending.REJECTED));
            goOn.countDown();
            queued.awaitComplete();
            assertEquals("ended status 200 write complete", queued.deeds());
        }
    }

    /** Answers a request, and notes when its task at the end runs. */
    private static FakeContainer answerNoting(Exchanges byWriters, FakeContainer container) {
        var waiting = byWriters.goAsync(byWriters.start(), container.request, container.response, LONG_MILLIS);
        waiting.whenEnded(() -> container.act("ended"));
        waiting.answer(AsyncExchangeEndTest::ok);
        return container;
    }

    /** A write that lasts until its thread is interrupted. */
    private static boolean isInterruptedAfter(CountDownLatch begun) {
        begun.countDown();
        try {
            return !new CountDownLatch(1).await(LONG_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            return true;
        }
    }
}
