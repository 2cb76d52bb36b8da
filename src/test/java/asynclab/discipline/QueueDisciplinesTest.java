package asynclab.discipline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.ContractRow;
import asynclab.parameter.BadParameter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Each discipline with one server and a clock that the test sets. Requests are named by their number. */
class QueueDisciplinesTest {

    private long millis = 1_000;
    private RequestQueue room;
    private final Map<Integer, QueuedRequest> requests = new HashMap<>();
    private final List<Integer> served = new ArrayList<>();
    private final List<Integer> shed = new ArrayList<>();

    private void open(String discipline, int limit) {
        var settings = QueueSettings.of(Discipline.of(discipline))
                .with(QueueSetting.SERVERS, 1)
                .with(QueueSetting.LIMIT, limit);
        room = new RequestQueue(settings, () -> TimeUnit.MILLISECONDS.toNanos(millis), Throwable::printStackTrace);
    }

    private void arrive(int from, int to) {
        for (int number = from; number <= to; number++) arrive(number, 0, 0);
    }

    private void arrive(int number, long expectedMillis, long clientTimeoutMillis) {
        QueuedRequest request = room.enter(expectedMillis, clientTimeoutMillis);
        if (request == null) {
            shed.add(number);
            return;
        }
        requests.put(number, request);
        request.whenDecided(() -> served.add(number), () -> shed.add(number));
    }

    private void end(int number) {
        requests.get(number).leave();
    }

    private void endLast() {
        end(served.get(served.size() - 1));
    }

    @Test
    void fifo_serves_in_order_of_arrival_and_sheds_nothing() {
        open("fifo", 0);
        arrive(1, 4);
        for (int i = 0; i < 4; i++) endLast();
        assertEquals(List.of(1, 2, 3, 4), served);
        assertEquals(List.of(), shed);
    }

    @Test
    void bounded_refuses_an_arrival_when_the_line_is_full() {
        open("bounded", 2);
        arrive(1, 5);
        assertEquals(List.of(4, 5), shed);
        endLast();
        arrive(6, 7);
        assertEquals(List.of(4, 5, 7), shed);
        for (int i = 0; i < 3; i++) endLast();
        assertEquals(List.of(1, 2, 3, 6), served);
    }

    @Test
    void lifo_serves_the_newest_first() {
        open("lifo", 0);
        arrive(1, 3);
        endLast();
        arrive(4, 4);
        for (int i = 0; i < 3; i++) endLast();
        assertEquals(List.of(1, 3, 4, 2), served);
        assertEquals(List.of(), shed);
    }

    @Test
    void adaptive_lifo_is_fifo_until_the_line_has_not_been_empty_for_an_interval() {
        open("adaptive-lifo", 0);
        arrive(1, 4); // the line was last empty at 1,000 ms
        millis += 100;
        endLast();
        assertEquals(List.of(1, 2), served);
        assertEquals(List.of(), shed); // 100 ms are not more than an interval
        arrive(5, 6);
        millis += 1; // now the line has not been empty for 101 ms
        arrive(7, 7);
        endLast();
        assertEquals(List.of(1, 2, 7), served);
        assertEquals(List.of(3, 4), shed); // they have waited for more than 5 ms
        endLast();
        endLast();
        assertEquals(List.of(1, 2, 7, 6, 5), served);
        endLast();
        millis += 500;
        arrive(8, 10); // the line was empty: no overload
        endLast();
        assertEquals(List.of(1, 2, 7, 6, 5, 8, 9), served);
    }

    @Test
    void adaptive_lifo_drops_a_burst_after_an_interval() {
        open("adaptive-lifo", 0);
        arrive(1, 3);
        millis += 50;
        arrive(4, 4);
        millis += 51;
        endLast();
        assertEquals(List.of(2, 3, 4), shed); // overload, and all have waited for more than 5 ms
        arrive(5, 5);
        assertEquals(List.of(1, 5), served); // at once: the server is free
    }

    @Test
    void deadline_drops_late_requests_and_serves_the_next() {
        open("deadline", 0);
        arrive(1, 0, 0);
        arrive(2, 100, 1_000); // must begin before 850 ms, with a margin of 50
        arrive(3, 400, 1_000); // before 550 ms
        arrive(4, 100, 0); // never late
        arrive(5, 100, 1_000);
        millis += 549;
        endLast();
        assertEquals(List.of(1, 2), served);
        millis += 1;
        endLast();
        assertEquals(List.of(3), shed);
        assertEquals(List.of(1, 2, 4), served);
        millis += 300;
        endLast();
        assertEquals(List.of(3, 5), shed);
    }

    @Test
    void adaptive_learns_a_limit_between_the_servers_and_its_maximum() {
        open("adaptive", 10);
        arrive(1, 2);
        assertEquals(List.of(2), shed); // at first the limit is the servers
        millis += 10;
        fill(10, 2_000, 10);
        assertEquals(11, room.figures().get("limit")); // the times are steady, so the limit rises to its maximum
        fill(2_000, 2_030, 1_000);
        long slow = room.figures().get("limit");
        assertEquals(true, slow < 11, () -> "a hundred times slower, and the limit is " + slow);
    }

    /** In a simulation a request may take no time, so the average of the times may be 0. */
    @Test
    void adaptive_keeps_its_minimum_if_requests_take_no_time() {
        open("adaptive", 10);
        arrive(1, 1);
        endLast();
        assertEquals(1, room.figures().get("limit"));
    }

    /** Two arrive for each that ends. */
    private void fill(int from, int to, int eachMillis) {
        for (int number = from; number < to; number++) {
            arrive(number, 0, 0);
            arrive(100_000 + number, 0, 0);
            millis += eachMillis;
            endLast();
        }
    }

    @Test
    void a_request_that_gives_up_leaves_from_anywhere_in_the_line() {
        open("fifo", 0);
        arrive(1, 6);
        for (int number : List.of(2, 4, 6)) requests.get(number).giveUp();
        for (int i = 0; i < 3; i++) endLast();
        assertEquals(List.of(1, 3, 5), served);
        arrive(7, 7); // the line is whole
        endLast();
        assertEquals(
                Map.of("gaveUp", 3L, "served", 4L, "waiting", 0L, "inService", 0L),
                some("gaveUp", "served", "waiting", "inService"));
    }

    private Map<String, Long> some(String... names) {
        var some = new HashMap<String, Long>();
        for (String name : names) some.put(name, room.figures().get(name));
        return some;
    }

    @ContractRow(15)
    @Test
    void a_request_that_has_a_server_keeps_it_until_it_leaves_and_leaves_once() {
        open("bounded", 0);
        arrive(1, 1);
        requests.get(1).giveUp();
        assertEquals(1, room.figures().get("inService"));
        end(1);
        end(1);
        assertEquals(Map.of("inService", 0L, "served", 1L), some("inService", "served"));
        arrive(2, 3);
        assertEquals(List.of(3), shed); // one server still, not two
    }

    @Test
    void a_decision_before_the_request_is_ready_is_told_when_it_is() {
        open("deadline", 0);
        arrive(1, 1);
        QueuedRequest dropped = room.enter(0, 100);
        QueuedRequest next = room.enter(0, 0);
        millis += 100;
        endLast();
        assertEquals(List.of(1), served);
        next.whenDecided(() -> served.add(3), () -> shed.add(3));
        dropped.whenDecided(() -> served.add(2), () -> shed.add(2));
        assertEquals(List.of(1, 3), served);
        assertEquals(List.of(2), shed);
    }

    @Test
    void what_is_served_after_the_clients_timeout_is_late() {
        open("fifo", 0);
        arrive(1, 0, 100);
        arrive(2, 0, 100);
        arrive(3, 0, 0);
        millis += 99;
        endLast();
        millis += 1;
        endLast();
        endLast();
        assertEquals(Map.of("served", 3L, "late", 1L, "waitedMillis", 199L), some("served", "late", "waitedMillis"));
    }

    @ContractRow(51)
    @Test
    void ten_thousand_requests_whose_service_throws_free_their_server_without_a_deep_stack() {
        open("fifo", 0);
        arrive(0, 0);
        for (int i = 0; i < 10_000; i++)
            room.enter(0, 0)
                    .whenDecided(
                            () -> {
                                throw new BadParameter("this", "one", "another"); // without a stack trace
                            },
                            () -> {});
        end(0);
        assertEquals(Map.of("served", 10_001L, "waiting", 0L, "inService", 0L), some("served", "waiting", "inService"));
    }

    @Test
    void an_unknown_discipline_is_refused_by_its_name() {
        var bad = assertThrows(BadParameter.class, () -> open("random", 0));
        assertEquals(
                "discipline must be one of fifo, bounded, lifo, adaptive-lifo, deadline, adaptive, but was \"random\".",
                bad.getMessage());
        for (String each : Discipline.ids()) open(each, 1);
        assertNull(new WaitingLine().oldest());
    }
}
