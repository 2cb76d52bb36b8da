package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.ContractRow;
import asynclab.container.Delivery;
import java.util.ArrayList;
import java.util.List;
import javax.servlet.ReadListener;
import javax.servlet.WriteListener;
import org.junit.jupiter.api.Test;

/** Some containers call a listener while it is being set. The tests of orders combine that with every end. */
class StepWithinStepTest {

    private static final long LONG_MILLIS = 60_000;

    @Test
    void steps_begun_within_steps_come_one_after_another_on_the_same_thread() {
        var exchange = Exchange.start(new Ledger());
        var history = new ArrayList<String>();
        exchange.step(() -> {
            exchange.step(() -> {
                exchange.step(() -> history.add("within the second"));
                history.add("second");
            });
            exchange.step(() -> history.add("third"));
            history.add("first");
        });
        assertEquals(List.of("first", "second", "third", "within the second"), history);
    }

    @Test
    void a_step_that_throws_takes_those_begun_within_it_along_and_leaves_the_exchange_open() {
        var exchange = Exchange.start(new Ledger());
        var history = new ArrayList<String>();
        assertThrows(
                ArithmeticException.class,
                () -> exchange.step(() -> {
                    exchange.step(() -> history.add("within"));
                    throw new ArithmeticException();
                }));
        exchange.step(() -> history.add("after"));
        assertEquals(List.of("after"), history);
    }

    private record Listener(Runnable called) implements ReadListener, WriteListener {
        @Override
        public void onDataAvailable() {
            called.run();
        }

        @Override
        public void onWritePossible() {
            called.run();
        }

        @Override
        public void onAllDataRead() {}

        @Override
        public void onError(Throwable thrown) {}
    }

    /** For each listener, and with each of the two steps throwing. */
    @ContractRow(23)
    @Test
    void what_a_listener_does_when_it_is_called_at_once_comes_right_after_and_ends_the_exchange_once() {
        try (var exchanges = new Exchanges("within-", 1, LONG_MILLIS, null, Delivery.BUFFERED, 0, 0)) {
            EveryOrder.of(order -> {
                boolean reads = order.choose(2) == 1;
                boolean setterThrows = order.choose(2) == 1;
                boolean listenerThrows = order.choose(2) == 1;
                var container = new FakeContainer();
                var waiting = exchanges.goAsync(exchanges.start(), container.request, container.response, LONG_MILLIS);
                var before = exchanges.ledger().snapshot().ended();
                var listener = new Listener(() -> waiting.step(() -> {
                    if (listenerThrows) throw new IllegalStateException("thrown on purpose");
                    container.act("step");
                    return true;
                }));
                waiting.step(() -> {
                    if (reads) container.in.setReadListener(listener);
                    else container.out.setWriteListener(listener);
                    if (setterThrows) throw new IllegalStateException("thrown on purpose");
                    return false;
                });
                boolean fails = setterThrows || listenerThrows;
                assertEquals(
                        (reads ? "setReadListener " : "setWriteListener ")
                                + (fails ? "status 500 write complete" : "step complete"),
                        container.deeds());
                var ending = fails ? Ending.FAILED : Ending.ANSWERED;
                var after = exchanges.ledger().snapshot();
                assertEquals(before.get(ending) + 1, after.ended().get(ending));
                assertEquals(0, after.inFlight());
            });
        }
    }
}
