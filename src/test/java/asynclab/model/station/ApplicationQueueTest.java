package asynclab.model.station;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.discipline.Discipline;
import asynclab.discipline.QueueSetting;
import asynclab.discipline.QueueSettings;
import asynclab.model.station.ApplicationQueue.QueueRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The application's queue by the simulated clock, in cases that are worked out by hand. Times are milliseconds. {@code QueueDisciplinesTest} has
 * each rule.
 */
class ApplicationQueueTest {

    private static PlayedDiscipline queue(String discipline, int servers, int limit) {
        return new PlayedDiscipline(
                new QueueRule(
                        QueueSettings.of(Discipline.of(discipline))
                                .with(QueueSetting.LIMIT, limit)
                                .with(QueueSetting.CLIENT_TIMEOUT_MILLIS, 1_000),
                        0),
                servers);
    }

    private static void assertServed(PlayedDiscipline recorder, Integer... numbers) {
        assertEquals(List.of(numbers), recorder.served());
    }

    @Test
    void bounded_refuses_at_the_arrival_when_the_line_is_full() {
        PlayedDiscipline recorder = queue("bounded", 2, 1).arrive(0, 5);
        assertServed(recorder, 0, 1);
        assertEquals(List.of(3, 4), recorder.refused());
        recorder.free(0).arrive(5, 7);
        assertServed(recorder, 0, 1, 2);
        assertEquals(List.of(3, 4, 6), recorder.refused());
    }

    @Test
    void deadline_drops_requests_that_would_be_answered_too_late() {
        PlayedDiscipline recorder = queue("deadline", 1, 0).planned(400).arriveAt(0, 1, 2);
        recorder.freeAt(0, 550); // waited 549 + 400 + margin 50 is below 1000
        assertServed(recorder, 0, 1);
        recorder.freeAt(1, 552); // waited 550 + 400 + 50 is not
        assertServed(recorder, 0, 1);
        assertEquals(List.of(2), recorder.refused());
    }

    /** Gradient2: a fifth of four more with each sample, so 2, 2.8, 3.6. */
    @Test
    void adaptive_admits_more_when_the_times_do_not_grow() {
        PlayedDiscipline recorder = queue("adaptive", 2, 10).arriveAt(0, 1, 2);
        assertEquals(List.of(2), recorder.refused());
        recorder.freeAt(0, 100).arriveAt(100).freeAt(1, 101).arriveAt(101, 102, 103);
        assertServed(recorder, 0, 1, 100, 101);
        assertEquals(List.of(2, 103), recorder.refused());
    }

    @Test
    void a_request_leaves_the_line_at_the_end_of_the_servers_own_timeout() {
        var rule = new QueueRule(QueueSettings.of(Discipline.LIFO), 50);
        PlayedDiscipline recorder =
                new PlayedDiscipline(rule, 1).arriveAt(0, 10, 30).freeAt(0, 70);
        assertServed(recorder, 0, 30);
        assertEquals(List.of(10), recorder.refused());
    }
}
