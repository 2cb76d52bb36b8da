package asynclab.portability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.document.Markdown;
import asynclab.options.LabException;
import asynclab.server.Containers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The portability table is made from stored results. It leaves out nothing that failed. */
class PortabilityResultTest {

    private final PortabilityResult.Context context =
            new PortabilityResult.Context(10, Map.of("cores", 2), "mvn verify", 583, 1730);

    @TempDir
    Path folder;

    private static PortabilityResult.Row ran(String name) {
        var row = new PortabilityResult.Row(Containers.named(name));
        row.version = "1.2.3";
        row.startSeconds = 4.0;
        row.async = new LoadFigures(1700, 161, 10_000, 0);
        row.blocking = new LoadFigures(580, 1250, 10_000, 7);
        row.defaultTimeoutMillis = 30_000L;
        return row;
    }

    private static String report(PortabilityResult result) {
        return Markdown.of(new PortabilityReport(result).document());
    }

    @Test
    void a_new_result_of_a_container_replaces_its_old_result_and_no_other() throws Exception {
        PortabilityResult.in(folder).with(ran("tomcat-9"), context).store(folder);
        PortabilityResult.in(folder).with(ran("jetty-10"), context).store(folder);
        var again = new PortabilityResult.Row(Containers.named("tomcat-9")).notTried("it was not there");
        PortabilityResult.in(folder).with(again, context).store(folder);

        var stored = PortabilityResult.in(folder);
        assertEquals(
                List.of("jetty-10", "tomcat-9"),
                stored.containers().stream().map(row -> row.name).toList());
        assertEquals("it was not there", stored.containers().get(1).reason);
    }

    @Test
    void errors_and_a_container_that_was_not_tried_are_in_the_table() {
        String report = report(new PortabilityResult(
                1,
                "containers",
                context,
                List.of(
                        ran("jetty-10"),
                        new PortabilityResult.Row(Containers.named("wildfly-26")).notTried("it is not <there>"))));

        assertTrue(
                report.contains(
                        "| Jetty 10, 1.2.3 | 4.0 s | 1700 req/s, mean 161 ms | 580 req/s, mean 1250 ms, 7 errors "
                                + "| not run | 30.0 s | – |"),
                report);
        assertTrue(report.contains("| WildFly 26 | **not tried** |"), report);
        assertTrue(report.contains("- it is not &lt;there>"), report);
    }

    @Test
    void errors_are_in_the_sentence_and_no_timeout_has_no_length() {
        var row = ran("jetty-10");
        row.defaultTimeoutMillis = 0L;
        assertEquals(
                "jetty-10: async 1700 req/s, mean 161 ms; blocking 580 req/s, mean 1250 ms, 7 errors",
                PortabilityReport.sentence(row));
        String report = report(new PortabilityResult(1, "containers", context, List.of(row)));
        assertTrue(report.contains("| not run | none | – |"), report);
        assertFalse(report.contains("The rows are from"), report);
        var older = ran("tomcat-9");
        older.date = "2026-01-02";
        report = report(new PortabilityResult(1, "containers", context, List.of(older, row)));
        assertTrue(report.contains(" The rows are from 2026-01-02 to " + row.date + ", and"), report);
    }

    @Test
    void wire_contract_results_stay_while_the_version_is_the_same() throws Exception {
        PortabilityResult.in(folder).with(ran("jetty-10"), context).store(folder);
        var count = new ContractCount();
        count.passed();
        count.passed();
        count.notAsked("it has no such thing");
        count.notAsked("there was no time");
        count.notAsked("it has no such thing");
        count.failed("a client sees <this> [1] once");
        count.failed("a client sees <this> [2] twice");
        count.storeIn(folder, "jetty-10");
        var stored = PortabilityResult.in(folder).with(ran("jetty-10"), context);
        String report = report(stored);
        assertTrue(report.contains("| 2 of 4 | 30.0 s |"), report);
        assertTrue(
                report.contains("- **Failed** wire contract: a client sees &lt;this> (2 cases)\n"
                        + "- Wire contracts not tested: 2, because it has no such thing.\n"
                        + "- Wire contracts not tested: 1, because there was no time.\n"),
                report);
        var other = ran("jetty-10");
        other.version = "1.2.4";
        assertTrue(report(stored.with(other, context)).contains("| not run | 30.0 s |"));
        assertThrows(LabException.class, () -> count.storeIn(folder, "wildfly-26"));
    }

    @Test
    void an_unknown_container_gives_one_sentence() {
        var e = assertThrows(LabException.class, () -> Containers.named("netty"));
        assertTrue(
                e.getMessage().startsWith("There is no container \"netty\". The containers are jetty-12, "),
                e.getMessage());
    }
}
