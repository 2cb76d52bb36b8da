package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.delay.HoldTime;
import asynclab.model.station.Job;
import asynclab.model.station.StationQueue;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A discipline may refuse an arriving request and drop one that has waited too long. */
class RefusingTest {

    /** In order of arrival, with a limit of the queue and of the time in it. */
    private static final class Limited implements StationQueue {

        private final Decisions decisions;
        private final int mostWaiting;
        private final double mostMillis;
        private final Queue<Job> queue = new ArrayDeque<>();
        private int idle;

        private Limited(int servers, Decisions decisions, int mostWaiting, double mostMillis) {
            idle = servers;
            this.decisions = decisions;
            this.mostWaiting = mostWaiting;
            this.mostMillis = mostMillis;
        }

        static Station station(int servers, int mostWaiting, double mostMillis) {
            return new Station(
                    servers,
                    Bounds.Limiter.BACKEND,
                    false,
                    (count, decisions, random) -> new Limited(count, decisions, mostWaiting, mostMillis));
        }

        @Override
        public void arrive(Job job, double now) {
            if (idle > 0) {
                idle--;
                decisions.serve(job, now);
            } else if (queue.size() < mostWaiting) {
                queue.add(job);
            } else {
                decisions.refuse(job, now);
            }
        }

        @Override
        public void free(Job job, double now) {
            while (!queue.isEmpty() && now - queue.peek().arrivedMillis() > mostMillis)
                decisions.refuse(queue.remove(), now);
            if (queue.isEmpty()) idle++;
            else decisions.serve(queue.remove(), now);
        }
    }

    private static final double FOR_EVER = Double.POSITIVE_INFINITY;

    @ParameterizedTest
    @CsvSource({"1, 0.5", "5, 4", "20, 25"})
    void without_a_queue_the_share_of_refused_requests_is_erlangs_b(int servers, double offered) {
        Load load = new OpenWorkload(
                OpenWorkload.Arrivals.POISSON,
                offered,
                (long) (100_000 / offered * 1_000),
                new HoldTime.Exponential(1_000));
        Trace trace = run(load, Stages.of(Limited.station(servers, 0, FOR_EVER)), new Occupancy());
        assertEquals(1, trace.failures() / (ClosedForms.erlangB(servers, offered) * trace.size()), 0.05);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_refused_request_gives_its_thread_back_and_its_user_goes_on(boolean kept) {
        Station slots = Limited.station(3, 1, FOR_EVER);
        Stages stages = kept ? Stages.blocking(5, 10, slots) : Stages.async(5, 10, slots);
        var occupancy = new Occupancy();
        Load load = Workload.ofLoops(20, 0, 50, new HoldTime.Fixed(100), new HoldTime.Fixed(20));
        Trace trace = run(load, stages, occupancy);
        assertEquals(1_000, trace.size());
        assertTrue(trace.failures() > 100, () -> trace.failures() + " failed");
        for (double threads : occupancy.threads()) assertTrue(threads <= 5.001, () -> threads + " threads");
    }

    @Test
    void no_served_request_has_waited_longer_than_the_limit() {
        Load load = new OpenWorkload(OpenWorkload.Arrivals.CONSTANT, 20, 60_000, new HoldTime.Fixed(1_000));
        Trace trace = run(load, Stages.of(Limited.station(10, Integer.MAX_VALUE, 2_000)), new Occupancy());
        assertEquals(1_200, trace.size());
        assertTrue(trace.failures() > 500, () -> trace.failures() + " failed");
        assertTrue(trace.succeeded().histogram().getMaxValue() <= 3_000);
        assertTrue(trace.histogram().getMaxValue() > 3_000 - 100);
    }

    private static Trace run(Load load, Stages stages, Occupancy occupancy) {
        return load.simulate(Draws.of(load.hold(), 3), stages, 3, Budget.unlimited(), occupancy);
    }
}
