package asynclab.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PermitsTest {

    private final List<Permits.Ticket> granted = new ArrayList<>();

    private Permits.Ticket ask(Permits permits) {
        var ticket = permits.ticket(granted::add);
        permits.request(ticket);
        return ticket;
    }

    @Test
    void a_permit_goes_to_who_has_waited_longest_and_not_to_those_who_gave_up() {
        var permits = new Permits(1, 10);
        var first = ask(permits);
        var second = ask(permits);
        var third = ask(permits);
        var fourth = ask(permits);
        second.giveBack();
        first.giveBack();
        assertEquals(List.of(first, third), granted);
        assertEquals(new Permits.PermitFigures(1, 0, 1), permits.snapshot());
        third.giveBack();
        fourth.giveBack();
        assertEquals(List.of(first, third, fourth), granted);
        assertEquals(new Permits.PermitFigures(1, 1, 0), permits.snapshot());
    }

    @Test
    void given_back_twice_it_counts_once_and_a_ticket_void_before_it_asks_takes_nothing() {
        var permits = new Permits(2, 10);
        var one = ask(permits);
        one.giveBack();
        one.giveBack();
        var late = permits.ticket(granted::add);
        late.giveBack();
        assertTrue(permits.request(late));
        assertEquals(List.of(one), granted);
        assertEquals(new Permits.PermitFigures(2, 2, 0), permits.snapshot());
    }

    @Test
    void when_too_many_wait_the_next_is_refused() {
        var permits = new Permits(1, 1);
        var first = ask(permits);
        var second = ask(permits);
        var third = permits.ticket(granted::add);
        assertFalse(permits.request(third));
        third.giveBack();
        first.giveBack();
        second.giveBack();
        assertEquals(new Permits.PermitFigures(1, 1, 0), permits.snapshot());
    }

    @Test
    void threads_that_ask_give_back_and_give_up_never_hold_more_than_there_are() throws Exception {
        int total = 3;
        var permits = new Permits(total, 1_000_000);
        var holding = new AtomicInteger();
        var most = new AtomicInteger();
        var pool = Executors.newFixedThreadPool(4);
        var askers = new ArrayList<Future<?>>();
        for (int thread = 0; thread < 4; thread++) {
            boolean patient = thread % 2 == 0;
            askers.add(pool.submit(() -> {
                for (int i = 0; i < 20_000; i++) {
                    var ticket = permits.ticket(mine -> {
                        most.accumulateAndGet(holding.incrementAndGet(), Math::max);
                        holding.decrementAndGet();
                        if (patient) mine.giveBack();
                    });
                    permits.request(ticket);
                    if (!patient) ticket.giveBack();
                }
            }));
        }
        pool.shutdown();
        for (var asker : askers) asker.get(60, TimeUnit.SECONDS); // and no exception
        assertTrue(most.get() <= total, () -> most + " at once");
        assertEquals(new Permits.PermitFigures(total, total, 0), permits.snapshot());
    }

    @Test
    void a_permit_that_is_given_back_at_once_a_hundred_thousand_times_needs_no_deep_stack() {
        var permits = new Permits(1, 1_000_000);
        var first = ask(permits);
        var given = new AtomicInteger();
        for (int i = 0; i < 100_000; i++)
            permits.request(permits.ticket(mine -> {
                given.incrementAndGet();
                mine.giveBack();
            }));
        first.giveBack();
        assertEquals(100_000, given.get());
        assertEquals(new Permits.PermitFigures(1, 1, 0), permits.snapshot());
    }

    @Test
    void a_permit_whose_holder_fails_when_it_is_granted_comes_back() {
        var permits = new Permits(1, 10);
        var first = ask(permits);
        permits.request(permits.ticket(mine -> {
            throw new IllegalStateException("on purpose");
        }));
        var third = ask(permits);
        first.giveBack();
        assertTrue(third.grant() > 0);
        third.giveBack();
        assertEquals(new Permits.PermitFigures(1, 1, 0), permits.snapshot());
    }
}
