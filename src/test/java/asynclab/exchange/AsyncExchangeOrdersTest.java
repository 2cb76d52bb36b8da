package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.container.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The adapter between the state machine and a fake container, with its calls in every order and nested. The adapter must call the
 * container's objects only as the rules allow.
 */
class AsyncExchangeOrdersTest {

    private static final long LONG_MILLIS = 60_000;
    private static final int AT_ONCE = 4;

    private final Exchanges exchanges = new Exchanges("orders-", 1, LONG_MILLIS, null, Delivery.BUFFERED, 0, 0);
    private final CountDownLatch over = new CountDownLatch(1);

    /** Keeps the scheduler's only thread busy, so that its tasks run only when the test runs them. */
    @BeforeEach
    void occupyTheScheduler() {
        exchanges.threads().scheduler().execute(() -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        while (exchanges.scheduledTasks() > 0) Thread.onSpinWait(); // until the thread has taken the task
    }

    @AfterEach
    void close() {
        over.countDown();
        exchanges.close();
    }

    private static List<Runnable> forAReply(AdapterRace race) {
        return List.of(
                race::answer,
                race::answer, // a second answer
                race::refuse,
                race::timer,
                race.waiting::timeOut, // by a timer that was cancelled too late
                race.waiting::drain,
                race.container::onTimeout,
                race::containerError,
                race::containerCompletes);
    }

    private static List<Runnable> forAStream(AdapterRace race) {
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

    @ContractRow(2)
    @Test
    void of_all_that_can_come_in_every_order_the_first_ends_it_and_the_rest_touch_nothing() {
        int runs = EveryOrder.of(order -> {
            var race = new AdapterRace(exchanges, order, () -> {});
            order.all(forAReply(race).subList(1, 9)); // a repeated call is the second answer
            race.check(AdapterRace.WITH_A_REPLY);
        });
        assertTrue(runs > 5_000, () -> runs + " runs");
    }

    @Test
    void of_any_four_each_in_the_midst_of_another_one_ends_it_and_the_rest_touch_nothing() {
        anyFourInTheMidstOfEachOther(race -> {}, AsyncExchangeOrdersTest::forAReply, AdapterRace.WITH_A_REPLY);
    }

    @ContractRow(17)
    @Test
    void of_any_four_in_a_stream_one_ends_it_between_two_steps_and_the_rest_touch_nothing() {
        anyFourInTheMidstOfEachOther(AdapterRace::stream, AsyncExchangeOrdersTest::forAStream, AdapterRace.STREAMED);
    }

    private void anyFourInTheMidstOfEachOther(
            Consumer<AdapterRace> first, Function<AdapterRace, List<Runnable>> racers, Pattern allowed) {
        int runs = EveryOrder.of(order -> {
            var race = new AdapterRace(exchanges, order, order::others);
            var come = new ArrayList<>(racers.apply(race));
            int from = 0;
            while (come.size()
                    > AT_ONCE) { // each set of four remains once, because calls are removed in ascending order
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
