package asynclab.run.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StolenTimeTest {

    @Test
    void the_wanted_time_is_what_was_not_idle_with_what_was_stolen() {
        StolenTime read = StolenTime.of("100 1 50 1000 5 2 3 40 7 8");
        assertEquals(new StolenTime(196, 40), read, "guests, 7 and 8, are part of user and nice");
        assertEquals(0.25, StolenTime.of("120 1 60 2000 9 2 3 50 7 8").shareSince(read));
        assertEquals(0, read.shareSince(read));
    }

    @Test
    void a_system_without_the_figure_does_not_say_it() {
        assertEquals(Double.NaN, StolenTime.of(null).shareSince(StolenTime.of(null)));
    }
}
