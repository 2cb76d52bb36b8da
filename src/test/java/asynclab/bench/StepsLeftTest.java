package asynclab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StepsLeftTest {

    private long nanos;
    private final StepsLeft left = new StepsLeft(() -> nanos);

    private String after(int seconds, int done, int of) {
        nanos += seconds * 1_000_000_000L;
        return left.words(done, of);
    }

    @Test
    void the_steps_that_an_interrupted_run_has_done_take_no_time() {
        assertEquals("", after(60, 100, 144));
        assertEquals(", about 3 min 35 s left", after(5, 101, 144));
        assertEquals(", about 3 min 30 s left", after(5, 102, 144));
    }

    @Test
    void the_time_of_earlier_steps_does_not_count_for_others() {
        assertEquals("", after(0, 0, 2));
        assertEquals(", about 10 min 0 s left", after(600, 1, 2));
        assertEquals("", after(600, 0, 9));
        assertEquals(", about 2 min 40 s left", after(20, 1, 9));
    }
}
