package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.LabSession;
import asynclab.run.plan.PlannedArm;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentRunTest {

    /** Tomcat would not limit the requests, and would reserve no thread. Nothing would say so. */
    @ParameterizedTest
    @CsvSource({"overload, fifo, jetty-qos, has its limit", "80-20, blocking, blocking-reserved, has reserved threads"})
    void an_arm_with_what_only_jetty_has_is_skipped_on_tomcat(
            String experiment, String usual, String ofJetty, String why) {
        var lab = new LabSession("experiment=" + experiment, "arms=" + usual + "," + ofJetty);
        assertEquals(List.of(usual, ofJetty), arms(lab, experiment, "jetty"));
        assertEquals("", lab.printed());
        assertEquals(List.of(usual), arms(lab, experiment, "tomcat"));
        assertEquals(
                "The arm " + ofJetty + " is skipped, because only Jetty " + why + ".",
                lab.printed().strip());
    }

    /** The post's Jetty had reserved threads. No arm of its experiment is without them. */
    @Test
    void an_experiment_of_which_every_arm_has_reserved_threads_runs_on_tomcat() {
        var lab = new LabSession("experiment=five-threads", "arms=blocking,async");
        assertEquals(List.of("blocking", "async"), arms(lab, "five-threads", "tomcat"));
    }

    private static List<String> arms(LabSession lab, String experiment, String server) {
        return new ExperimentRun(lab.options("server=" + server), experiment, lab.out())
                .arms().stream().map(PlannedArm::name).toList();
    }
}
