package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.LabSession;
import asynclab.run.plan.PlannedArm;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentRunTest {

    /** Tomcat would not limit the requests, and nothing would say so. */
    @Test
    void an_arm_with_a_limit_that_only_jetty_has_is_skipped_on_tomcat() {
        var lab = new LabSession("experiment=overload", "arms=fifo,jetty-qos");
        assertEquals(List.of("fifo", "jetty-qos"), arms(lab, "server=jetty"));
        assertEquals("", lab.printed());
        assertEquals(List.of("fifo"), arms(lab, "server=tomcat"));
        assertEquals(
                "The arm jetty-qos is skipped, because only Jetty has its limit.",
                lab.printed().strip());
    }

    private static List<String> arms(LabSession lab, String server) {
        return new ExperimentRun(lab.options(server), "overload", lab.out())
                .arms().stream().map(PlannedArm::name).toList();
    }
}
