package asynclab.wire.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.FixtureResult;
import asynclab.document.DocumentFolder;
import asynclab.document.ResultJson;
import asynclab.probe.ProbeReport;
import asynclab.probe.ProbeResult;
import asynclab.report.Overview;
import asynclab.run.plan.Configuration;
import asynclab.run.result.Summary;
import asynclab.run.result.figures.ThreadLanes;
import asynclab.run.result.figures.ThreadLanes.LaneSpan;
import asynclab.run.result.figures.ThreadLanes.LaneState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of stored results in a browser, opened from the disk. */
class ReportInBrowserIT {

    private static final String DRAWN = "return document.querySelector('figure') !== null"
            + " && [...document.querySelectorAll('figure')].every(f => f.querySelector('.plot canvas')?.width > 0)"
            + " ? 'all' : 'not all'";

    @TempDir
    static Path folder;

    private static Browser browser;
    private static Path report;

    @BeforeAll
    static void start() throws Exception {
        for (String name : List.of("80-20", "five-threads")) {
            FixtureResult.copy(Path.of("results", name), folder.resolve(name));
            FixtureResult.report(folder.resolve(name), Configuration.of(Path.of("")));
        }
        Overview.write(folder, Configuration.of(Path.of("")));
        report = folder.resolve("80-20/index.html");
        browser = Browser.start();
    }

    @AfterAll
    static void stop() {
        if (browser != null) browser.close();
    }

    private static void open(Path file) {
        browser.open(file.toUri().toString());
    }

    private static boolean isTrue(String condition) {
        return Boolean.TRUE.equals(browser.script("return " + condition));
    }

    @Test
    void every_plot_of_a_report_is_drawn_and_nothing_is_complained_of_light_and_dark_narrow_and_wide() {
        isDrawnOnEveryScreen(report);
    }

    /** Light and narrow, dark and wide: no colour depends on the width. */
    private static void isDrawnOnEveryScreen(Path page) {
        for (boolean dark : List.of(false, true)) {
            browser.dark(dark);
            browser.width(dark ? 1280 : 390);
            open(page);
            assertEquals("all", browser.script(DRAWN));
            assertTrue(
                    isTrue("document.documentElement.scrollWidth <= window.innerWidth"),
                    dark ? "wider than a screen" : "wider than a phone");
            browser.hasComplainedOfNothing();
        }
    }

    @Test
    void the_report_of_a_probe_is_drawn() throws Exception {
        Path stored = Path.of("results/probe/summary.json");
        var result = ResultJson.mapper().readValue(stored.toFile(), ProbeResult.class);
        DocumentFolder.write(ProbeReport.document(result), folder.resolve("probe"));
        open(folder.resolve("probe/index.html"));
        assertEquals(result.verdict(), browser.text(".verdict"));
        assertEquals("all", browser.script(DRAWN));
        browser.hasComplainedOfNothing();
    }

    @Test
    void the_timeline_of_threads_is_drawn_light_and_dark_narrow_and_wide() throws Exception {
        Path threads = folder.resolve("threads");
        FixtureResult.copyTo(threads, true);
        for (String arm : List.of("blocking", "async"))
            ThreadLanes.write(
                    threads.resolve(arm + "-threads.csv"),
                    List.of(new LaneSpan("</script>", LaneState.SERVING, 1, "/" + arm, 0, 5_000)));
        FixtureResult.report(threads, Configuration.of(Path.of("")));
        isDrawnOnEveryScreen(threads.resolve("index.html"));
    }

    @Test
    void pictures_stand_where_scripts_are_blocked() throws Exception {
        Path blocked = folder.resolve("blocked.html");
        Files.writeString(blocked, Files.readString(report).replace("script-src 'unsafe-inline'", "script-src 'none'"));
        open(blocked);
        assertTrue(isTrue("document.images.length > 0"
                + " && [...document.images].every(i => i.naturalWidth > 0 && i.offsetWidth > 0)"));
        assertEquals(0, browser.findAll("canvas").size(), "a script ran");
        assertTrue(browser.text("#section-published-predicted-measured").contains("13000"), "no published mean");
        assertFalse(browser.complaints().isEmpty(), "it blocked no script"); // the next test does not see them
    }

    @Test
    void predictions_can_be_hidden_and_come_back() throws Exception {
        open(report);
        String curves = "return echarts.getInstanceByDom(document.querySelector('#throughput .plot')).getOption()"
                + ".series.filter(s => s.lineStyle?.type !== 'solid' && s.data.length > 0 && s.type === 'line').length";
        Object with = browser.script(curves);
        browser.script("document.getElementById('predictions').click()");
        assertEquals(0L, browser.script(curves));
        browser.script("document.getElementById('predictions').click()");
        long arms = Summary.read(report.resolveSibling("summary.json")).arms().size();
        assertEquals(arms, with, "each arm has a predicted curve");
        assertEquals(with, browser.script(curves));
        browser.hasComplainedOfNothing();
    }

    @Test
    void the_page_of_all_experiments_has_every_one_of_them_and_draws() {
        open(folder.resolve("index.html"));
        assertEquals("all", browser.script(DRAWN));
        for (String name : List.of("80-20", "five-threads"))
            assertTrue(browser.text("#section-every-result").contains(name), name);
        browser.hasComplainedOfNothing();
    }
}
