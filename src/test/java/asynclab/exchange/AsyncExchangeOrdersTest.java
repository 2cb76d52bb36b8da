package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.servlet.WriteListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The adapter between a machine that decides and a container that is fake: whatever comes, in every order, and each in the midst
 * of the other, what is done to the container's objects is what the rules allow.
 */
class AsyncExchangeOrdersTest {

    private static final long LONG_MILLIS = 60_000;
    private static final int AT_ONCE = 4;

    private static final Pattern WITH_A_REPLY = Pattern.compile("(status (\\d+) (write|failure) )?ended( complete)?");
    private static final Pattern STREAMED =
            Pattern.compile("setWriteListener (isReady write )*(isReady failure )?ended( complete)?");

    private final Exchanges exchanges = new Exchanges("orders-", 1, LONG_MILLIS, null, Delivery.BUFFERED);
    private final CountDownLatch over = new CountDownLatch(1);

    /** Its only thread is kept busy, so that what it has to do is done when the test says so. */
    @BeforeEach
    void occupyTheScheduler() {
        exchanges.scheduler().execute(() -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        while (exchanges.scheduledTasks() > 0) Thread.onSpinWait(); // until it has taken it
    }

    @AfterEach
    void close() {
        over.countDown();
        exchanges.close();
    }

    /** One request, and those who race for its end. */
    private final class Race {
        private final EveryOrder order;
        private final Ledger.Snapshot before = exchanges.ledger().snapshot();
        private final FakeContainer container;
        private final AsyncExchange waiting;

        Race(EveryOrder order, Runnable others) {
            this.order = order;
            container = new FakeContainer(() -> actedThen(others), () -> order.choose(2) == 1);
            waiting = exchanges.goAsync(exchanges.start(), container.request, container.response, LONG_MILLIS);
            waiting.answerAfter(LONG_MILLIS, Race::reply);
            waiting.whenEnded(() -> container.act("ended"));
            order.endsWhen(() -> !waiting.isOpen());
        }

        private void actedThen(Runnable others) {
            order.act(container.history.get(container.history.size() - 1));
            others.run();
        }

        private static Reply reply() {
            return Reply.text("text/plain", "ok");
        }

        void answer() {
            waiting.answer(() -> {
                container.act("onWork"); // an event: it is not done to the container
                return reply();
            });
        }

        void refuse() {
            waiting.fail(new RejectedExecutionException());
        }

        /** What is due next on the scheduler, by the scheduler. */
        void timer() {
            var due = exchanges.scheduler().getQueue().peek();
            if (due == null) return;
            exchanges.scheduler().getQueue().remove(due);
            container.history.add("onTimer");
            order.act("onTimer");
            due.run();
        }

        void containerError() {
            order.act("onError");
            container.onError();
        }

        void containerCompletes() {
            order.act("onComplete");
            container.onComplete();
        }

        void write() {
            step(false);
        }

        void writeTheLast() {
            step(true);
        }

        /** In the midst of another it waits until that is over, as another thread's would. */
        private void step(boolean last) {
            waiting.step(() -> {
                container.out.isReady();
                container.out.write(new byte[1]);
                return last;
            });
        }

        /** By a container that calls the listener at once, or later. */
        void stream() {
            boolean atOnce = order.choose(2) == 1;
            waiting.streamBy(container.out, atOnce ? new Writing(this::write) : null);
            if (atOnce && waiting.isOpen()) assertTrue(container.deeds().startsWith("setWriteListener isReady"));
        }

        void check(Pattern allowed) {
            while (exchanges.scheduledTasks() > 0) { // a completion that was left to the container, and nothing else
                assertFalse(waiting.isOpen());
                assertEquals(1, exchanges.scheduledTasks());
                assertFalse(
                        container.history.contains("onComplete"),
                        "the container has spoken, and still there is a timer");
                timer();
            }
            if (!order.isNewEnd()) return; // another run has had the same history, and was checked
            everythingComesAgain();
            String deeds = container.deeds();
            var match = allowed.matcher(deeds);
            assertTrue(match.matches(), deeds);
            int complete = container.history.indexOf("complete");
            int onComplete = container.history.indexOf("onComplete");
            assertTrue(complete >= 0 || onComplete >= 0, "nobody completes it");
            if (complete >= 0 && onComplete >= 0) assertTrue(complete < onComplete, "completed twice");
            int onError = container.history.indexOf("onError");
            if (onError >= 0) assertFalse(firstIsAfter("status", onError), "a reply after an I/O error");
            var books = exchanges.ledger().snapshot();
            assertTrue(books.balanced());
            assertEquals(0, books.inFlight());
            assertEquals(before.started() + 1, books.started());
            var ending = ending(books);
            if (allowed == STREAMED) leftToTheContainerIfBroken(complete);
            else if (deeds.contains("failure")) assertEquals(Ending.CLIENT_GONE, ending);
            else if (deeds.contains("status 200")) assertEquals(Ending.ANSWERED, ending);
            else if (deeds.contains("status"))
                assertTrue(
                        List.of(Ending.TIMED_OUT, Ending.REJECTED, Ending.DRAINED)
                                .contains(ending),
                        ending::name);
            else assertEquals(Ending.CLIENT_GONE, ending);
        }

        private void leftToTheContainerIfBroken(int complete) {
            int failure = container.history.indexOf("failure");
            if (failure < 0 || complete < 0) return;
            assertTrue(
                    container.history.subList(failure, complete).contains("onTimer"), "completed beside the container");
        }

        private boolean firstIsAfter(String act, int index) {
            for (int i = 0; i < container.history.size(); i++)
                if (container.history.get(i).startsWith(act)) return i > index;
            return false;
        }

        /** Each event a second time, or late: of no effect. */
        private void everythingComesAgain() {
            var ended = exchanges.ledger().snapshot();
            String deeds = container.deeds();
            boolean completedByContainer = container.history.contains("onComplete");
            container.onTimeout();
            container.onError();
            waiting.timeOut();
            waiting.drain();
            waiting.step(() -> container.history.add("unexpected: step"));
            waiting.answer(() -> {
                container.history.add("unexpected: work");
                return reply();
            });
            if (completedByContainer) container.onComplete();
            assertEquals(deeds, container.deeds());
            assertEquals(ended, exchanges.ledger().snapshot());
            assertEquals(0, exchanges.scheduledTasks());
        }

        private Ending ending(Ledger.Snapshot books) {
            var endings = books.ended().entrySet().stream()
                    .filter(count -> !count.getValue().equals(before.ended().get(count.getKey())))
                    .map(Map.Entry::getKey)
                    .toList();
            assertEquals(1, endings.size());
            return endings.get(0);
        }
    }

    private static List<Runnable> forAReply(Race race) {
        return List.of(
                race::answer,
                race::answer, // a second one
                race::refuse,
                race::timer,
                race.waiting::timeOut, // by a timer that had begun when it was cancelled
                race.waiting::drain,
                race.container::onTimeout,
                race::containerError,
                race::containerCompletes);
    }

    private static List<Runnable> forAStream(Race race) {
        return List.of(
                race::write,
                race::writeTheLast,
                race::answer,
                race::timer,
                race.waiting::drain,
                race.container::onTimeout,
                race::containerError,
                race::containerCompletes);
    }

    @Test
    void of_all_that_can_come_in_every_order_the_first_ends_it_and_the_rest_touch_nothing() {
        int runs = EveryOrder.of(order -> {
            var race = new Race(order, () -> {});
            order.all(forAReply(race).subList(1, 9)); // the second answer comes when everything comes again
            race.check(WITH_A_REPLY);
        });
        assertTrue(runs > 5_000, () -> runs + " runs");
    }

    @Test
    void of_any_four_each_in_the_midst_of_another_one_ends_it_and_the_rest_touch_nothing() {
        anyFourInTheMidstOfEachOther(race -> {}, AsyncExchangeOrdersTest::forAReply, WITH_A_REPLY);
    }

    private record Writing(Runnable write) implements WriteListener {
        @Override
        public void onWritePossible() {
            write.run();
        }

        @Override
        public void onError(Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    @Test
    void of_any_four_in_a_stream_one_ends_it_between_two_steps_and_the_rest_touch_nothing() {
        anyFourInTheMidstOfEachOther(Race::stream, AsyncExchangeOrdersTest::forAStream, STREAMED);
    }

    private void anyFourInTheMidstOfEachOther(
            Consumer<Race> first, Function<Race, List<Runnable>> racers, Pattern allowed) {
        int runs = EveryOrder.of(order -> {
            var race = new Race(order, order::others);
            var come = new ArrayList<>(racers.apply(race));
            int from = 0;
            while (come.size() > AT_ONCE) { // leaves each set of four once: those that stay away, in ascending order
                int away = from + order.choose(AT_ONCE + 1 - from);
                come.remove(away);
                from = away;
            }
            order.all(() -> first.accept(race), come);
            race.check(allowed);
        });
        assertTrue(runs > 50_000, () -> runs + " runs");
    }
}
