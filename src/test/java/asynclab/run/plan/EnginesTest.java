package asynclab.run.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.cli.Lab;
import asynclab.options.LabException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each user of an experiment belongs to exactly one engine. */
class EnginesTest {

    private static final List<String> ADDRESSES = List.of("a:1", "b:1099", "a:10");
    private final Engines three = new Engines(ADDRESSES);

    @Test
    void every_user_is_on_exactly_one_engine() {
        for (int users : List.of(1, 2, 3, 10, 1000)) {
            Map<String, Object> shared = three.share(Map.of("users", users, "warmupUsers", 100, "path", "/async"));
            int[] seen = new int[users];
            for (String address : ADDRESSES)
                for (int thread = 1; thread <= (int) shared.get("users@" + address); thread++)
                    seen[three.user(address + "-users 2-" + thread)]++;
            assertEquals(users, IntStream.of(seen).filter(times -> times == 1).count());
            assertEquals(
                    100,
                    ADDRESSES.stream()
                            .mapToInt(address -> (int) shared.get("warmupUsers@" + address))
                            .sum());
            assertEquals("/async", shared.get("path"));
        }
    }

    @Test
    void a_user_has_the_number_that_selects_its_hold_times() {
        Map<String, Object> shared = three.share(Map.of("users", 10));
        int threadNum = 2; // JMeter counts from 0 there, and from 1 in a name
        assertEquals(
                threadNum * (int) shared.get("userStep") + (int) shared.get("userOffset@b:1099"),
                three.user("b:1099-users 2-" + (threadNum + 1)));
    }

    @Test
    void without_engines_properties_and_names_do_not_change() {
        var none = new Engines(List.of());
        assertEquals(Map.of("users", 10), none.share(Map.of("users", 10)));
        assertEquals("warm-up 1-1", none.group("warm-up 1-1"));
        assertEquals(6, none.user("users 2-7"));
    }

    @Test
    void an_engine_is_not_confused_with_one_whose_address_has_the_same_beginning() {
        assertEquals("warm-up 1-1", three.group("a:10-warm-up 1-1"));
        assertEquals(2, three.user("a:10-users 2-1"));
        assertThrows(IllegalArgumentException.class, () -> three.user("c:1-users 2-1"));
    }

    @Test
    void a_malformed_list_of_engines_is_refused() {
        for (String engines : List.of("10.0.0.2", "a:1,b", "a:1,a:1", "a:x"))
            assertThrows(LabException.class, () -> Lab.options("engines=" + engines, "war=."), engines);
    }
}
