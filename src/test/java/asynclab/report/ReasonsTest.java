package asynclab.report;

import static asynclab.FixtureResult.late;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.document.Texts;
import asynclab.run.result.ArmResult;
import asynclab.run.result.RunResult;
import asynclab.run.result.figures.SentBurst;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReasonsTest {

    @Test
    void the_reason_of_a_burst_states_the_clients_part_of_the_deviation() {
        ArmResult arm = VerdictTextTest.async(100);
        double ideal = arm.predicted().throughput();
        assertEquals("", Reasons.burst(arm));
        var burst =
                new SentBurst(late(40, 90, 95), new SentBurst.Replayed(ideal * 0.9, late(1_000, 1_000, 1_000)), null);
        String said = Reasons.burst(arm.with(List.of(new RunResult(1, arm.measured(), VerdictTextTest.SERVER, burst))));
        assertTrue(said.startsWith("The client sent its burst of 1 requests within 95 ms. "), said);
        assertTrue(said.contains("-10.0 % is the client's"), said);
        assertTrue(
                said.contains(Texts.text("The remaining %+.1f %% is the server's", (100 / ideal / 0.9 - 1) * 100)),
                said);
        assertTrue(said.endsWith("because ab (apache2-utils) is not installed or failed."), said);
    }
}
