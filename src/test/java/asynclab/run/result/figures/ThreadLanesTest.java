package asynclab.run.result.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.run.result.figures.ThreadLanes.LaneSpan;
import asynclab.run.result.figures.ThreadLanes.LaneState;
import asynclab.run.result.figures.ThreadLanes.Sample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadLanesTest {

    @TempDir
    Path folder;

    private static LaneSpan span(String thread, LaneState state, long request, String path, long fromMs, long toMs) {
        return new LaneSpan(thread, state, request, path, fromMs, toMs);
    }

    @Test
    void samples_become_spans_from_change_to_change_with_the_scheduler_last() {
        var samples = List.of(
                new Sample(1_000, List.of("3 SCHEDULER_WAITING 0 - asynclab-scheduler--1", "7 IDLE 0 - a b")),
                new Sample(1_050, List.of("3 SCHEDULER_WAITING 0 - asynclab-scheduler--1", "7 SERVING 11 /x a b")),
                new Sample(1_100, List.of("3 SCHEDULER_RUNNING 0 - asynclab-scheduler--1", "7 SERVING 11 /x a b")),
                new Sample(1_150, List.of("3 SCHEDULER_WAITING 0 - asynclab-scheduler--1", "7 SERVING 12 /x a b")),
                new Sample(1_200, List.of("3 SCHEDULER_WAITING 0 - asynclab-scheduler--1", "7 SERVING 12 /x a b")));
        assertEquals(
                List.of(
                        span("a b", LaneState.IDLE, 0, "-", 0, 50),
                        span("a b", LaneState.SERVING, 1, "/x", 50, 150),
                        span("a b", LaneState.SERVING, 2, "/x", 150, 200),
                        span("asynclab-scheduler--1", LaneState.SCHEDULER_WAITING, 0, "-", 0, 100),
                        span("asynclab-scheduler--1", LaneState.SCHEDULER_RUNNING, 0, "-", 100, 150),
                        span("asynclab-scheduler--1", LaneState.SCHEDULER_WAITING, 0, "-", 150, 200)),
                ThreadLanes.merge(samples, 1_000, 2_000, 10));
    }

    @Test
    void spans_outside_the_requests_or_after_the_first_minute_are_left_out() {
        var samples = List.of(
                new Sample(0, List.of("7 SERVING 1 /warm a")),
                new Sample(40, List.of("7 IDLE 0 - a")),
                new Sample(300, List.of("7 IDLE 0 - a")),
                new Sample(100_000, List.of("7 IDLE 0 - a")));
        assertEquals(List.of(span("a", LaneState.IDLE, 0, "-", 0, 200)), ThreadLanes.merge(samples, 50, 249.5, 1));
        assertEquals(List.of(span("a", LaneState.IDLE, 0, "-", 0, 60_000)), ThreadLanes.merge(samples, 50, 90_000, 1));
    }

    @Test
    void only_the_first_3000_changes_are_kept() {
        var samples = new ArrayList<Sample>();
        for (int i = 0; i < 4_000; i++) samples.add(new Sample(10L * i, List.of("7 SERVING " + i + " /x a")));
        List<LaneSpan> shown = ThreadLanes.merge(samples, 0, 40_000, 0);
        assertEquals(3_001, shown.size()); // one began at the start
        assertEquals(30_010, shown.get(shown.size() - 1).toMs());
    }

    @Test
    void a_thread_that_ends_and_one_that_starts_have_lanes_of_their_own() {
        var samples = List.of(
                new Sample(0, List.of("7 IDLE 0 - old")),
                new Sample(50, List.of("8 IDLE 0 - new")),
                new Sample(100, List.of("8 IDLE 0 - new")));
        assertEquals(
                List.of(span("old", LaneState.IDLE, 0, "-", 0, 50), span("new", LaneState.IDLE, 0, "-", 50, 100)),
                ThreadLanes.merge(samples, 0, 1_000, 0));
    }

    @Test
    void spans_read_from_a_file_equal_the_written_spans() throws Exception {
        var spans = List.of(
                span("qtp1-18", LaneState.SERVING, 4, "/a,\"b\"", 0, 5_050), span("x y", LaneState.IDLE, 0, "-", 1, 2));
        Path file = folder.resolve("arm-threads.csv");
        ThreadLanes.write(file, spans);
        assertEquals(
                "thread,state,request,path,fromMs,toMs\nqtp1-18,SERVING,4,\"/a,\"\"b\"\"\",0,5050\nx y,IDLE,0,-,1,2\n",
                Files.readString(file));
        assertEquals(spans, ThreadLanes.read(file));
        assertEquals(List.of(), ThreadLanes.read(folder.resolve("none.csv")));
    }
}
