package asynclab.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MeterTest {

    private static Meter allocated(Map<Long, Long> bytes) {
        return new Meter(0, 0, bytes, 0, 0, 0);
    }

    @Test
    void a_thread_that_ends_takes_no_bytes_back() {
        Meter before = allocated(Map.of(1L, 40L, 2L, 1_000L));
        Meter endsDuringTheReading = allocated(Meter.byThread(new long[] {1, 2, 3}, new long[] {50, -1, 5}));
        assertEquals(15, endsDuringTheReading.since(before).allocatedBytes());
        Meter endsBefore = allocated(Meter.byThread(new long[] {1, 3}, new long[] {50, 5}));
        assertEquals(15, endsBefore.since(before).allocatedBytes());
    }

    /** Two windows of 2 s and 3 s, in which one processor is busy for 1 s and for 1.5 s. */
    @Test
    void windows_are_differences_of_readings_and_add_up() {
        Meter start = new Meter(7_000_000_000L, 1_000_000_000L, Map.of(1L, 100L), 5, 60, 1_000);
        Meter end = new Meter(9_000_000_000L, 2_000_000_000L, Map.of(1L, 140L, 2L, 8L), 6, 90, 1_300);
        Meter first = end.since(start);
        assertEquals(new Meter(2_000_000_000L, 1_000_000_000L, Map.of(1L, 40L, 2L, 8L), 1, 30, 300), first);
        Meter second = new Meter(3_000_000_000L, 1_500_000_000L, Map.of(2L, 2L, 3L, 5L), 2, 10, 7);
        Meter both = first.plus(second);
        assertEquals(new Meter(5_000_000_000L, 2_500_000_000L, Map.of(1L, 40L, 2L, 10L, 3L, 5L), 3, 40, 307), both);
        assertEquals(5, both.seconds());
        assertEquals(0.5, both.processors());
    }
}
