package asynclab.model.station;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.discipline.Discipline;
import asynclab.discipline.QueueSettings;
import asynclab.model.station.ApplicationQueue.QueueRule;
import asynclab.model.station.ReservedThreads.ReservedRule;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each discipline alone. */
class DisciplinesTest {

    static List<StationQueue.Rule> rules() {
        return List.of(
                ArrivalOrder.RULE,
                ReservedRule.of(2),
                SubmissionQueues.RULE,
                new QueueRule(QueueSettings.of(Discipline.LIFO), 0));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void every_job_is_served_once_and_by_no_more_servers_than_there_are(StationQueue.Rule rule) {
        var recorder = new PlayedDiscipline(rule, 5).arrive(0, 1_000);
        assertEquals(5, recorder.served().size());
        for (int position = 0; position < recorder.served().size(); position++) recorder.free(position);
        assertEquals(
                IntStream.range(0, 1_000).boxed().toList(),
                recorder.served().stream().sorted().toList());
    }

    @Test
    void in_order_of_arrival_the_oldest_request_is_next() {
        var recorder =
                new PlayedDiscipline(ArrivalOrder.RULE, 2).arrive(0, 5).free(1).free(0);
        assertEquals(List.of(0, 1, 2, 3), recorder.served());
    }

    @Test
    void a_request_takes_the_reserved_thread_and_bypasses_the_queue() {
        // the first request reserves one thread of three, and the second one takes it
        var recorder = new PlayedDiscipline(ReservedRule.of(1), 3).arrive(0, 2);
        assertEquals(List.of(0, 1), recorder.served());
        // the third thread becomes the reserved one for the third request, which then waits for a pool thread
        recorder.arrive(2, 3);
        assertEquals(List.of(0, 1), recorder.served());
        recorder.arrive(3, 4);
        assertEquals(List.of(0, 1, 3), recorder.served());
        recorder.free(0);
        assertEquals(List.of(0, 1, 3, 2), recorder.served());
    }

    @Test
    void since_jetty_12_1_4_a_second_job_for_the_same_reserved_thread_is_not_queued() {
        assertEquals(List.of(0, 1, 2, 4, 3), servedOfFive(ReservedRule.of(1)));
        assertEquals(List.of(0, 1, 2, 4), servedOfFive(ReservedRule.before12_1_4(1))); // the thread is reserved instead
    }

    /** Two threads. Requests 2 and 3 are queued, and 4 comes when a thread is reserved. */
    private static List<Integer> servedOfFive(StationQueue.Rule rule) {
        var recorder = new PlayedDiscipline(rule, 2).arrive(0, 4).free(0).free(1);
        return recorder.arrive(4, 5).free(2).served();
    }

    @Test
    void a_connection_is_opened_by_a_pool_thread_and_not_by_a_reserved_one() {
        var recorder = new PlayedDiscipline(ReservedRule.of(1), 2).arrive(0, 1);
        recorder.connect(1);
        assertEquals(List.of(0), recorder.served());
        recorder.free(0);
        assertEquals(List.of(0, 1), recorder.served());
    }
}
