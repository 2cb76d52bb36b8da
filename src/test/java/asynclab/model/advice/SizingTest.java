package asynclab.model.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SizingTest {

    @Test
    void the_arithmetic_of_e5() {
        var sizing = new Sizing(1_000, 20, 200, 10);
        assertEquals(220, sizing.blockingThreads());
        assertEquals(110, sizing.blockingStackMegabytes());
        assertEquals(30, sizing.asyncThreads());
        assertEquals(15, sizing.asyncStackMegabytes());
        assertEquals(86, Math.round(sizing.savedPercent()));
    }

    @Test
    void a_part_of_a_thread_is_a_thread_the_least_is_one_and_none_is_the_most() {
        assertEquals(2, new Sizing(10, 0, 101, 0).blockingThreads());
        assertEquals(1, new Sizing(10, 0, 101, 0).asyncThreads());
        assertEquals(120_000_000_000L, new Sizing(2e8, 0, 1, 600_000).asyncThreads());
    }

    @Test
    void negative_times_and_no_rate_are_refused() {
        assertThrows(IllegalArgumentException.class, () -> new Sizing(0, 1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new Sizing(1, -1, 1, 1));
    }
}
