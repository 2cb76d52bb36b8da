package asynclab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.model.SimulatedEvents.EventType;
import asynclab.model.SimulatedEvents.SimulatedRequest;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedEventsTest {

    private record ExpectedEvent(double at, EventType type, long order) {}

    /** Most waits last equally long, so they end in the order of their begins. Some do not. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void events_come_in_the_order_of_time_then_type_then_number(long seed) {
        var random = new SplittableRandom(seed);
        var events = new SimulatedEvents();
        var expected = new PriorityQueue<ExpectedEvent>(Comparator.comparingDouble(ExpectedEvent::at)
                .thenComparing(ExpectedEvent::type)
                .thenComparingLong(ExpectedEvent::order));
        double now = 0;
        for (int number = 0; number < 20_000; number++) {
            double at = now + (random.nextInt(10) > 0 ? 50 : random.nextInt(100));
            EventType type = EventType.values()[random.nextInt(EventType.values().length)];
            expected.add(new ExpectedEvent(at, type, number));
            events.add(at, type, number, new SimulatedRequest(number, 0, at, false));
            if (random.nextInt(3) > 0) now = next(expected.remove(), events);
        }
        while (!expected.isEmpty()) next(expected.remove(), events);
        assertTrue(events.isEmpty());
    }

    /** @return its time */
    private static double next(ExpectedEvent expected, SimulatedEvents events) {
        assertEquals(expected, new ExpectedEvent(events.millis(), events.type(), events.remove().user));
        return expected.at;
    }
}
