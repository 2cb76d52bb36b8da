package asynclab.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a check found, and the check of the machine's load before the run. */
class ValidityTest {

    private static Validity.Check idle(Map<String, Object> environment) {
        Validity.Check check = Validity.machineIdle(environment);
        assertEquals("machine idle before the run (machine-idle)", check.title());
        assertFalse(check.serious(), "it leaves the verdict");
        return check;
    }

    @Test
    void the_machine_is_idle_if_few_of_its_processors_are_busy() {
        assertEquals(Validity.State.GREEN, idle(Map.of("busyBefore", 0.15)).state());
        Validity.Check busy = idle(Map.of("busyBefore", 0.16));
        assertEquals(Validity.State.AMBER, busy.state());
        assertEquals("processors 16 % busy before the run, limit 15 %", busy.detail());
    }

    @Test
    void it_is_not_applicable_where_nothing_was_recorded() {
        assertEquals(
                Validity.State.NOT_APPLICABLE, idle(Map.of("loadBefore", 0.1)).state());
    }

    @Test
    void a_result_from_before_this_check_gets_it_and_one_that_has_it_keeps_it() {
        var stored = List.of(new Validity.Check("errors", "async", true, true, "no request failed"));
        List<Validity.Check> complete = Validity.complete(stored, Map.of("busyBefore", 0.9));
        assertEquals(2, complete.size());
        assertEquals(Validity.State.AMBER, complete.get(0).state());
        assertEquals(complete, Validity.complete(complete, Map.of()));
    }

    @Test
    void a_check_that_is_not_applicable_is_not_green() {
        var checks = List.of(
                new Validity.Check("errors", "async", true, true, "no request failed"),
                new Validity.Check("draws", "async", false, true, "3"),
                new Validity.Check("order", "async", false, false, "not FIFO"),
                new Validity.Check("littles-law", "async", true, false, "not applicable: no steady state"));
        assertEquals("4 checks: 1 red, 1 amber, 1 green, 1 not applicable", Validity.count(checks));
        assertEquals("grey", checks.get(3).state().colour());
        assertTrue(checks.get(3).ok(), "it fails nothing");
    }
}
