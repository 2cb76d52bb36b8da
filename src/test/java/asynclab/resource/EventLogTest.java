package asynclab.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLogTest {

    private static List<Long> ids(List<EventLog.Event> events) {
        return events.stream().map(EventLog.Event::id).toList();
    }

    @Test
    void the_oldest_are_forgotten_and_the_numbers_go_on() {
        var log = new EventLog(3);
        assertEquals(1, log.oldestId());
        for (int i = 1; i <= 5; i++) log.publish("event " + i);
        assertEquals(5, log.lastId());
        assertEquals(3, log.oldestId());
        assertEquals(List.of(3L, 4L, 5L), ids(log.after(0, 10)));
        assertEquals(List.of(4L), ids(log.after(3, 1)));
        assertEquals(List.of(), ids(log.after(5, 10)));
    }

    @Test
    void a_listener_is_told_until_it_leaves_and_finds_the_event_when_told() {
        var log = new EventLog(3);
        var seen = new StringBuilder();
        Runnable listener =
                () -> seen.append(log.after(log.lastId() - 1, 1).get(0).text());
        log.subscribe(listener);
        log.publish("a");
        log.publish("b");
        log.unsubscribe(listener);
        log.publish("c");
        assertEquals("ab", seen.toString());
        assertEquals(0, log.listenerCount());
    }

    @Test
    void an_id_is_of_one_log_and_to_a_reader_of_another_everything_is_new() {
        var log = new EventLog(3);
        var other = new EventLog(3);
        for (int i = 0; i < 2; i++) other.publish("other");
        String second = other.idOf(other.after(1, 1).get(0).id());
        assertTrue(second.matches("[0-9a-z]+-2"), second);
        for (int i = 0; i < 3; i++) log.publish("event");
        assertEquals(2, position(other, second));
        assertEquals(0, position(log, second));
        assertEquals(2, position(log, "2"), "a number alone is one of this log");
        assertEquals(0, position(log, "4"), "the event does not exist yet");
        assertEquals(0, position(log, second.replace("-2", "-999999999999999999")));
        assertEquals(7, log.position(Parameters.of(), "after", 7));
        for (String bad : List.of("", "-", "-1", "x", "x-", "x-y", "1-2-3", "A-1", "1".repeat(19)))
            assertThrows(BadParameter.class, () -> position(log, bad), bad);
    }

    private static long position(EventLog log, String id) {
        return log.position(Parameters.of("after", id), "after", 7);
    }

    @Test
    void the_last_few_events_can_be_had_however_many_are_forgotten() {
        var log = new EventLog(5);
        assertEquals(0, log.beforeLast(3));
        for (int i = 1; i <= 20; i++) log.publish("event " + i);
        assertEquals(List.of(18L, 19L, 20L), ids(log.after(log.beforeLast(3), 10)));
    }
}
