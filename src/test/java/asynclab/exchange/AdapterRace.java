package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;
import javax.servlet.WriteListener;

/** One request on a fake container, and the calls that race to end it. Checks what they did to the container. */
final class AdapterRace {

    static final Pattern WITH_A_REPLY = Pattern.compile("(status (\\d+) (write|failure) )?ended( complete)?");
    static final Pattern STREAMED =
            Pattern.compile("setWriteListener (isReady write )*(isReady failure )?ended( complete)?");

    private static final long LONG_MILLIS = 60_000;

    private final Exchanges exchanges;
    private final EveryOrder order;
    private final Ledger.Snapshot before;
    final FakeContainer container;
    final AsyncExchange waiting;

    AdapterRace(Exchanges exchanges, EveryOrder order, Runnable others) {
        this.exchanges = exchanges;
        before = exchanges.ledger().snapshot();
        this.order = order;
        container = new FakeContainer(() -> actedThen(others), () -> order.choose(2) == 1);
        waiting = exchanges.goAsync(exchanges.start(), container.request, container.response, LONG_MILLIS);
        waiting.answerAfter(LONG_MILLIS, AdapterRace::reply);
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
            container.act("onWork"); // no call to the container
            return reply();
        });
    }

    void refuse() {
        waiting.fail(new RejectedExecutionException());
    }

    /** Runs what the scheduler would run next. */
    void timer() {
        var due = exchanges.threads().scheduler().getQueue().peek();
        if (due == null) return;
        exchanges.threads().scheduler().getQueue().remove(due);
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

    /** A step within another step runs after it, like a step of another thread. */
    private void step(boolean last) {
        waiting.step(() -> {
            container.out.isReady();
            container.out.write(new byte[1]);
            return last;
        });
    }

    /** Streams by a container that calls the listener at once, or later. */
    void stream() {
        boolean atOnce = order.choose(2) == 1;
        waiting.streamBy(container.out, atOnce ? new Writing(this::write) : null);
        if (atOnce && waiting.isOpen()) assertTrue(container.deeds().startsWith("setWriteListener isReady"));
    }

    void check(Pattern allowed) {
        while (exchanges.scheduledTasks() > 0) { // only a completion that the container must run
            assertFalse(waiting.isOpen());
            assertEquals(1, exchanges.scheduledTasks());
            assertFalse(container.history.contains("onComplete"), "a timer is left after onComplete");
            timer();
        }
        if (!order.isNewEnd()) return; // an earlier run had the same history
        everythingComesAgain();
        String deeds = container.deeds();
        var match = allowed.matcher(deeds);
        assertTrue(match.matches(), deeds);
        int complete = container.history.indexOf("complete");
        int onComplete = container.history.indexOf("onComplete");
        assertTrue(complete >= 0 || onComplete >= 0, "it is never completed");
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
                    List.of(Ending.TIMED_OUT, Ending.REJECTED, Ending.DRAINED).contains(ending), ending::name);
        else assertEquals(Ending.CLIENT_GONE, ending);
    }

    private void leftToTheContainerIfBroken(int complete) {
        int failure = container.history.indexOf("failure");
        if (failure < 0 || complete < 0) return;
        assertTrue(container.history.subList(failure, complete).contains("onTimer"), "completed beside the container");
    }

    private boolean firstIsAfter(String act, int index) {
        for (int i = 0; i < container.history.size(); i++)
            if (container.history.get(i).startsWith(act)) return i > index;
        return false;
    }

    /** A second or a late event has no effect. */
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
}
