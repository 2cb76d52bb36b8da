package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.delay.HoldTime;
import asynclab.model.station.ReservedThreads.ReservedRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Users who start at measured times, and clients that opened their connections before. */
class StartTimesTest {

    private static final Draws SECOND = (user, loop) -> 1_000;

    private static Workload burst(int users) {
        return Workload.ofLoops(users, 0, 1, new HoldTime.Fixed(1_000), new HoldTime.Fixed(0));
    }

    /** The end of each request, by user. */
    private static List<Double> ends(Workload workload, Station station) {
        var ends = new ArrayList<Double>();
        for (int user = 0; user < workload.users(); user++) ends.add(0.0);
        workload.simulate(SECOND, Stages.of(station), 1, Budget.unlimited(), new Occupancy())
                .forEach((user, start, end, ok) -> ends.set(user, end));
        return ends;
    }

    @Test
    void requests_are_served_from_the_times_at_which_they_are_sent() {
        Workload sent = burst(4).startedAt(List.of(0.0, 20.0, 10.0, 500.0));
        assertEquals(List.of(1_000.0, 2_000.0, 1_010.0, 2_010.0), ends(sent, Station.requestThreads(2)));
        assertEquals(List.of(1_000.0, 1_020.0, 1_010.0, 1_500.0), ends(sent, Station.unlimited()));
    }

    @Test
    void other_changes_of_a_workload_keep_the_times() {
        Workload sent = burst(2).startedAt(List.of(0.0, 7.5));
        assertEquals(sent, sent.withTimeout(Workload.UNLIMITED).withThink(new HoldTime.Fixed(0)));
        assertEquals(8, sent.rampMillis());
        assertEquals(7.5, sent.startMillis(1));
    }

    @Test
    void there_is_a_time_for_each_user() {
        Workload w = burst(2);
        assertThrows(
                IllegalArgumentException.class,
                () -> new Workload(
                        3,
                        0,
                        1,
                        Workload.UNLIMITED,
                        w.hold(),
                        w.think(),
                        Workload.UNLIMITED,
                        Workload.UNLIMITED,
                        Workload.UNLIMITED,
                        List.of(),
                        List.of(0.0, 1.0)));
    }

    @Test
    void a_station_whose_clients_are_connected_differs_in_nothing_else() {
        assertEquals(
                new Station(3, Bounds.Limiter.THREADS, false, ReservedRule.of(1)),
                Station.jettyThreads(3, 1).connected());
    }

    @Test
    void a_trace_gives_its_start_times_back() {
        var trace = new Trace(4);
        trace.add(1, 5_030, 6_000, true);
        trace.add(0, 5_000, 6_000, true);
        trace.add(1, 7_000, 8_000, true); // its second request
        assertEquals(List.of(0.0, 30.0), trace.startsMillis());
        assertEquals(30, trace.rampMillis());
    }
}
