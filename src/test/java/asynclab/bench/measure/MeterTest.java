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
}
