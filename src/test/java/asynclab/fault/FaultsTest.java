package asynclab.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.Doubling;
import asynclab.fault.Faults.Fault;
import asynclab.fault.Faults.FaultKind;
import asynclab.parameter.BadParameter;
import java.util.EnumMap;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsTest {

    @ContractRow(58)
    @ParameterizedTest
    @ValueSource(strings = {"reset,", "reset:1", "1", ","})
    void faults_are_read_in_linear_time(String repeated) throws Exception {
        Doubling.assertLinear("reset:1", repeated, text -> Faults.parse("fault", text));
    }

    @Test
    void faults_come_as_often_as_they_should() {
        var faults = Faults.parse("fault", "reset:10,status-500:5,never:1");
        var random = new SplittableRandom(7);
        var counts = new EnumMap<FaultKind, Integer>(FaultKind.class);
        for (int i = 0; i < 100_000; i++) counts.merge(faults.draw(random).kind(), 1, Integer::sum);
        assertEquals(10, counts.get(FaultKind.RESET) / 1_000.0, 0.5);
        assertEquals(5, counts.get(FaultKind.STATUS) / 1_000.0, 0.5);
        assertEquals(1, counts.get(FaultKind.NEVER) / 1_000.0, 0.5);
        assertEquals(84, counts.get(FaultKind.NONE) / 1_000.0, 0.5);
    }

    @Test
    void a_fault_without_a_percentage_is_for_everybody() {
        assertEquals(
                List.of(new Faults.FaultShare(new Fault(FaultKind.STATUS, 503), 100)),
                Faults.parse("fault", "status-503").shares());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "reset:",
                "reset:1:2",
                "reset:1000",
                "reset:99,empty:2",
                "status-5000",
                "status-50",
                "RESET",
                " reset",
                "reset,",
                "none",
                "empty:1,empty:1,empty:1,empty:1,empty:1,empty:1,empty:1,empty:1,empty:1"
            })
    void a_malformed_value_is_refused_with_the_allowed_values(String text) {
        var bad = assertThrows(BadParameter.class, () -> Faults.parse("fault", text));
        assertTrue(bad.range().contains("reset:10,status-500:5"));
    }
}
