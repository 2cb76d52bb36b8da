package asynclab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.options.LabException;
import asynclab.plan.Experiment;
import asynclab.queueing.Trace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArmRunTest {

    @Test
    void a_run_in_which_jmx_never_answers_gives_one_sentence() {
        var trace = new Trace(1);
        trace.add(0, 0, 10, true);
        var samples = new Samples(trace, Map.of(), Map.of(), 0, 0, 0, 0);
        Experiment.Arm arm = Experiment.named("80-20").arm("async");
        var e = assertThrows(
                LabException.class, () -> new ArmRun(arm, 1, samples, List.of(), 7, Map.of(), null, 0).serverFigures());
        assertEquals("The run async-1 has no figures of the server, because JMX did not answer once.", e.getMessage());
    }
}
