package asynclab.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.accesslog.LoggedRequest;
import asynclab.accesslog.LoggedRequest.RequestParts;
import asynclab.accesslog.RecorderFacts;
import asynclab.accesslog.RecorderFacts.ProcessorTotal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the process has used, beside what the threads of its requests have. */
class RecordedQuestionTest {

    /** Ten requests a second for 50 s. The process starts again at 21 s. */
    private static RecordedQuestion asked(long processorMicros, long usedAtEnd) {
        long unknown = RequestParts.UNKNOWN;
        var parts = new RequestParts(true, true, processorMicros, unknown, unknown, false);
        var builder = new Traffic.Builder();
        for (int i = 0; i < 500; i++) builder.add(new LoggedRequest(100_000L * i, 0, 50_000, "GET", "/a", 200, parts));
        var totals = List.of(
                new ProcessorTotal(0, 70_000_000),
                new ProcessorTotal(20_000_000, 75_000_000),
                new ProcessorTotal(25_000_000, 1_000_000),
                new ProcessorTotal(50_000_000, usedAtEnd));
        var facts = new RecorderFacts(Map.of("threads", List.of("20"), "processors", List.of("2")), totals, 0, false);
        return RecordedQuestion.of(Question.of(200), Set.of(), facts, builder.build());
    }

    /** 5 s of 20 s, and 6.25 s of 25 s: 0.25 processors. Ten requests a second of 20 ms use 0.2. */
    @Test
    void processor_time_that_no_request_used_is_a_doubt_if_it_is_much() {
        assertEquals(
                List.of(
                        "The process used 0.25 processors on average, and the threads of the requests 0.20. The model does not have the rest, such as the container and garbage collection."),
                asked(20_000, 7_250_000).doubts());
        // 5 s of 20 s, and 5.35 s of 25 s: 0.23 processors, of which 13 % are elsewhere
        assertEquals(List.of(), asked(20_000, 6_350_000).doubts());
    }

    @Test
    void if_no_thread_knows_its_time_the_processors_are_as_busy_as_the_process_makes_them() {
        Limits limits = asked(RequestParts.UNKNOWN, 7_250_000).question().limits();
        assertEquals(2, limits.cores());
        assertEquals(12.5, limits.cpuPercent(), 1e-9); // 0.25 of 2
    }
}
