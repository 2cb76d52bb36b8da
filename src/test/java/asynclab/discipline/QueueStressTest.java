package asynclab.discipline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Ledger;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A million requests of four threads through one queue of each discipline: every one of them leaves in exactly one way. */
class QueueStressTest {

    private static final int REQUESTS = 1_000_000;
    private static final int THREADS = 4;
    private static final int SERVERS = 8;

    private final Ledger ledger = new Ledger();
    private final ConcurrentLinkedQueue<Stay> inService = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Stay> mayGiveUp = new ConcurrentLinkedQueue<>();
    private final AtomicInteger held = new AtomicInteger(); // servers
    private volatile int mostHeld;

    private record Stay(QueuedRequest queued, Exchange exchange) {
        boolean end(Ending ending) {
            if (!exchange.claim()) return false;
            exchange.end(ending);
            return true;
        }
    }

    @ContractRow(53)
    @Test
    void a_million_mixed_ends_are_each_counted_once() throws Exception {
        for (Discipline discipline : Discipline.values()) {
            int each = REQUESTS / Discipline.values().length + 1;
            var room = new RequestQueue(
                    QueueSettings.of(discipline)
                            .with(QueueSetting.SERVERS, SERVERS)
                            .with(QueueSetting.LIMIT, 50)
                            .with(QueueSetting.TARGET_MILLIS, 1)
                            .with(QueueSetting.INTERVAL_MILLIS, 3)
                            .with(QueueSetting.MARGIN_MILLIS, 1),
                    System::nanoTime,
                    Throwable::printStackTrace);
            var threads = new Thread[THREADS];
            for (int i = 0; i < THREADS; i++) {
                var random = new SplittableRandom(i);
                threads[i] = new Thread(() -> send(room, each / THREADS + 1, random));
                threads[i].start();
            }
            for (Thread thread : threads) thread.join();
            drain();
            var figures = room.figures();
            assertEquals(0, figures.get("inService"), discipline.id());
            assertEquals(0, figures.get("waiting"), discipline.id());
            assertEquals(
                    figures.get("arrived"),
                    figures.get("refused") + figures.get("dropped") + figures.get("gaveUp") + figures.get("served"),
                    discipline.id());
        }
        var counted = ledger.snapshot();
        assertTrue(counted.started() >= REQUESTS);
        assertTrue(counted.balanced());
        assertEquals(0, counted.inFlight());
        for (Ending ending : new Ending[] {Ending.ANSWERED, Ending.SHED, Ending.TIMED_OUT, Ending.FAILED})
            assertTrue(counted.ended().get(ending) > 1_000, () -> ending + ": " + counted.ended());
        assertEquals(0, held.get());
        assertTrue(mostHeld <= SERVERS, () -> mostHeld + " were served at once");
    }

    private void send(RequestQueue room, int requests, SplittableRandom random) {
        for (int i = 0; i < requests; i++) {
            var exchange = Exchange.start(ledger);
            QueuedRequest queued = room.enter(1, random.nextInt(3) == 0 ? 2 : 0);
            var stay = new Stay(queued, exchange);
            if (queued == null) stay.end(Ending.SHED);
            else {
                exchange.whenEnded(queued::giveUp);
                queued.whenDecided(() -> begin(stay), () -> stay.end(Ending.SHED));
                if (random.nextInt(4) == 0) mayGiveUp.add(stay);
            }
            if (random.nextInt(3) > 0)
                leave(inService.poll(), random.nextInt(10) == 0 ? Ending.FAILED : Ending.ANSWERED);
            if (random.nextInt(8) == 0) timeOut(mayGiveUp.poll());
        }
    }

    private void begin(Stay stay) {
        int now = held.incrementAndGet();
        if (now > mostHeld) mostHeld = now;
        inService.add(stay);
    }

    private void leave(Stay stay, Ending ending) {
        if (stay == null) return;
        stay.end(ending); // or it has timed out in service
        held.decrementAndGet();
        stay.queued.leave();
    }

    private static void timeOut(Stay stay) {
        if (stay != null) stay.end(Ending.TIMED_OUT);
    }

    private void drain() {
        for (Stay next = inService.poll(); next != null; next = inService.poll()) leave(next, Ending.ANSWERED);
        mayGiveUp.clear();
    }
}
