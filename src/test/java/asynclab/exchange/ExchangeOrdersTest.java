package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The state machine of one request alone: one thread makes its calls, in every order. Orders that differ only in late calls are
 * continued once.
 */
class ExchangeOrdersTest {

    /** One exchange, the calls that compete to end it, and the faults found meanwhile. */
    private static final class Competition {
        private final EveryOrder order;
        private final Ledger ledger = new Ledger();
        private final Exchange exchange = Exchange.start(ledger);
        private final List<Ending> wins = new ArrayList<>();
        private final List<String> faults = new ArrayList<>();
        private boolean inStep;
        private boolean ended;
        private int tasks;
        private int stepsAsked;
        private int stepsRun;

        Competition(EveryOrder order) {
            this.order = order;
            order.endsWhen(() -> !exchange.isOpen());
        }

        private void expect(boolean holds, String what) {
            expect(holds, () -> what);
        }

        private void expect(boolean holds, Supplier<String> what) {
            if (!holds) faults.add(what.get()); // build the text only for a fault: there are millions of checks
        }

        private void check() {
            var books = ledger.snapshot();
            expect(books.balanced() && books.started() == 1, () -> "the books do not balance: " + books);
            expect(books.inFlight() == (ended ? 0 : 1), () -> "in flight is wrong: " + books);
            expect(exchange.isOpen() == wins.isEmpty(), "open is wrong");
        }

        Runnable ends(Ending ending) {
            return () -> {
                boolean wasOpen = exchange.isOpen();
                boolean first = wins.isEmpty();
                if (first) wins.add(ending);
                boolean won = exchange.claim(() -> {
                    expect(!inStep, "ended in the middle of a step");
                    expect(wins.equals(List.of(ending)), () -> ending + " beside " + wins);
                    check();
                    order.act("claimed");
                    order.others();
                    ended = true;
                    exchange.end(ending);
                    order.act("ended");
                    check();
                    order.others();
                });
                expect(won == first && won == wasOpen, () -> ending + " has won and lost");
                check();
            };
        }

        /** A step called within a step runs after it, on this thread. It does not run if the exchange has been claimed. */
        void step() {
            boolean outer = !inStep;
            stepsAsked++;
            exchange.step(() -> {
                expect(wins.isEmpty(), "a step after the end");
                expect(!inStep, "a step in the midst of a step");
                inStep = true;
                order.act("step");
                check();
                order.others();
                check();
                order.act("step over");
                inStep = false;
                stepsRun++;
            });
            if (outer) expect(!wins.isEmpty() || stepsRun == stepsAsked, "a step is lost");
            check();
        }

        /** The task must run once, and not before the end is counted. */
        void registersATask() {
            exchange.whenEnded(() -> {
                expect(ledger.snapshot().inFlight() == 0, "the task ran before the end was counted");
                tasks++;
                order.act("task");
            });
        }

        void hasOneEnd() {
            assertEquals(List.of(), faults);
            assertEquals(1, wins.size());
            assertEquals(1, tasks);
            var books = ledger.snapshot();
            assertEquals(1, books.ended().get(wins.get(0)));
            assertEquals(0, books.inFlight());
            assertTrue(books.balanced());
            assertThrows(IllegalStateException.class, () -> exchange.end(Ending.ANSWERED));
        }
    }

    @Test
    void in_every_order_one_call_ends_the_exchange_and_the_others_have_no_effect() {
        int orders = EveryOrder.of(order -> {
            var calls = new Competition(order);
            order.all(List.of(
                    calls.ends(Ending.ANSWERED),
                    calls.ends(Ending.TIMED_OUT),
                    calls.ends(Ending.FAILED),
                    calls.ends(Ending.CLIENT_GONE),
                    calls.ends(Ending.DRAINED),
                    calls.ends(Ending.ANSWERED), // a late answer, or a second one
                    calls::registersATask));
            calls.hasOneEnd();
        });
        assertTrue(orders > 5_000, () -> orders + " orders");
    }

    @Test
    void in_every_order_of_steps_and_ends_no_step_is_interrupted_and_none_is_lost() {
        int orders = EveryOrder.of(order -> {
            var calls = new Competition(order);
            order.all(List.of(
                    calls.ends(Ending.ANSWERED),
                    calls.ends(Ending.TIMED_OUT),
                    calls.ends(Ending.CLIENT_GONE),
                    calls::step,
                    calls::step,
                    calls::registersATask));
            calls.hasOneEnd();
        });
        assertTrue(orders > 6_000, () -> orders + " orders");
    }
}
