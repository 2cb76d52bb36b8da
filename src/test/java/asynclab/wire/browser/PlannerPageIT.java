package asynclab.wire.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.discipline.Discipline;
import asynclab.planner.http.PlannerServer;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlannedPool;
import asynclab.wire.fixture.Await;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page Planner in a real browser. */
class PlannerPageIT extends InBrowser {

    /** With a small workload, for tests that do not look at its prediction. Without inputs the page predicts E1. */
    private static final String PAGE = "/planner.html#users=10&loops=1&hold=ms&ms=5&threads=5";

    @Test
    void the_planner_explains_a_hidden_pool_and_keeps_its_inputs_in_the_address() {
        open(PAGE);
        Await.until(
                "the presets are there", () -> !browser.findAll("[data-claim]").isEmpty());
        browser.find("[data-claim=e3-callable]").click();
        browser.awaitText("#explanation", "8 threads or workers; no other number fits");
        browser.awaitText("#commands", "-Dexperiment=gateway-pools");
        String address = (String) browser.script("return document.querySelector('#link').href");
        browser.open("about:blank");
        browser.open(address);
        browser.awaitText("#explanation", "8 threads or workers; no other number fits");
        assertEquals("23.6", browser.find("[name=throughput]").getDomProperty("value"));
        browser.hasComplainedOfNothing();
    }

    @ParameterizedTest
    @CsvSource({
        "lognormal, medianMs=300&sigma=0.8",
        "exponential, meanMs=412.5",
        "percentiles, 'percentiles=50:100,99:2000'"
    })
    void the_planner_predicts_every_shape_of_hold_time_that_async_can_hold(String hold, String query) throws Exception {
        open("/planner.html#threads=10&users=100&ramp=1&loops=5&ms=5"); // small, because each change is predicted
        Await.until("the first is predicted", () -> !browser.findAll("body[data-predicted]")
                .isEmpty());
        fillIn(hold, query);
        Await.until("it is predicted", () -> String.valueOf(browser.script("return document.body.dataset.predicted"))
                .contains(query));
        JsonNode page = json("/predict?users=100&ramp=1&loops=5&threads=10&" + query);
        assertEquals(page.get("verdict").asText(), browser.text("#verdict").replace('\n', ' '));
        assertShown(page.get("blocking"), "blocking");
        assertShown(page.get("async"), "async");
        assertTrue(browser.text("#commands").contains("-JshortQuery='" + query + "'"), browser.text("#commands"));

        String address = (String) browser.script("return document.querySelector('#link').href");
        browser.open("about:blank");
        browser.open(address);
        browser.awaitText("#verdict", page.get("verdictParts").get(0).asText());
        assertTrue(browser.find("[name=hold][value=" + hold + "]").isSelected());
        browser.hasComplainedOfNothing();
    }

    /** All in one task of the page. So it asks for no prediction of a form that is half filled in, however slow the machine. */
    private void fillIn(String hold, String query) {
        browser.script(
                """
                document.querySelector('[name=hold][value=' + arguments[0] + ']').click();
                for (const [name, value] of new URLSearchParams(arguments[1])) {
                  const input = document.querySelector('[name=' + name + ']');
                  input.value = value;
                  input.dispatchEvent(new Event('input', { bubbles: true }));
                  input.dispatchEvent(new Event('change', { bubbles: true }));
                }
                """,
                hold,
                query);
    }

    @Test
    void the_lab_reads_the_experiment_that_the_planner_writes() throws Exception {
        open("/planner.html#threads=10&bigger=20&users=100&ramp=1&loops=5&hold=mix&mix=80:100,20:400&timeoutMs=900");
        Experiment experiment = written();
        assertEquals(12, experiment.requestThreads(), "two of Jetty's threads accept connections");
        assertEquals(22, experiment.arm("bigger-pool").requestThreads());
        assertEquals(20, experiment.workload().longPercent());
        assertEquals(900, experiment.workload().client().timeoutMs());
    }

    private Experiment written() throws Exception {
        browser.awaitText("#commands", "mine.json");
        String commands = browser.text("#commands");
        return JSON.readValue(commands.substring(commands.indexOf('{')), Experiment.class);
    }

    @ParameterizedTest
    @CsvSource({
        "arrival-order, fifo, 0, 0, -Dasynclab.queue-servers=4)",
        "bounded, bounded, 1000, 0, -Dasynclab.queue-servers=4 -Dasynclab.queue-limit=1000)",
        "deadline, deadline, 0, 900, clientTimeoutMs=900"
    })
    void the_experiment_has_the_worker_pool_with_its_queue(
            String chosen, String queue, int limit, int clientTimeoutMs, String byHand) throws Exception {
        open("/planner.html#threads=5&users=10&loops=1&ms=5&workers=4&timeoutMs=900&discipline=" + chosen);
        var arm = written().arm("worker-pool");
        assertEquals("/queued/" + queue, arm.path());
        assertEquals(new PlannedPool(4, queue, limit, clientTimeoutMs, 0), arm.workers());
        browser.awaitText("#commands", byHand);
    }

    @Test
    void no_experiment_is_written_if_it_would_have_another_queue() {
        open("/planner.html#threads=5&users=10&loops=1&ms=5&workers=4&discipline=adaptive-lifo&targetMs=7");
        browser.awaitText("#commands", "There is no command: an experiment does not set the CoDel target (ms).");
    }

    @ParameterizedTest
    @CsvSource({
        "users=10&loops=2&hold=lognormal&medianMs=5&sigma=0.5, medianMs=5&sigma=0.5, 20",
        "'users=10&loops=2&hold=mix&mix=50:1,30:2,20:3', 'mix=50:1,30:2,20:3', 20",
        "load=open&arrivalRate=10&duration=3&ms=5, ms=5, 30"
    })
    void the_experiment_has_every_load_and_hold_time(String workload, String hold, int requests) throws Exception {
        open("/planner.html#threads=5&" + workload);
        LoadPlan load = written().workload();
        assertEquals(hold, load.shortHold().query());
        assertEquals(requests, load.requests());
    }

    @Test
    void the_preset_of_the_sizing_names_the_experiment_of_its_size_and_a_server_that_is_gone_is_told() {
        open(PAGE);
        Await.until("the presets are there", () -> !browser.findAll("[data-preset=sizing]")
                .isEmpty());
        browser.script("window.fetch = () => Promise.reject()");
        browser.find("[data-preset=sizing]").click();
        browser.awaitText("#commands", "-Dexperiment=sizing-1000");
        browser.awaitText("#error", "The server does not answer. Is it still running?");
    }

    @Test
    void each_discipline_of_the_table_can_be_chosen_and_has_the_fields_of_its_settings() {
        open("/planner.html#users=10&loops=1&hold=ms&ms=5&threads=5&workers=2&discipline=deadline&deadlineMs=70");
        browser.awaitText("#figures", "worker pool");
        assertEquals(
                String.join(",", Discipline.ids()),
                browser.script("return [...document.querySelectorAll('#ownQueue option')].map(it => it.value).join()"));
        String shown =
                "return [...document.querySelectorAll('#server label:not([hidden]) input')].map(it => it.name).join()";
        assertEquals("threads,bigger,workers,backend,marginMs,deadlineMs", browser.script(shown));
        assertEquals("70", browser.find("[name=deadlineMs]").getDomProperty("value"));
        browser.script("const choice = plan.elements.discipline; choice.value = 'bounded';"
                + " choice.dispatchEvent(new Event('input', { bubbles: true }))");
        Await.until(
                "the fields have changed", () -> browser.script(shown).equals("threads,bigger,workers,backend,limit"));
        browser.find("[name=limit]").sendKeys("3");
        Await.until(
                "it is in the address",
                () -> browser.script("return location.hash").toString().contains("limit=3"));
        browser.hasComplainedOfNothing();
    }

    @Test
    void the_planner_shows_the_servers_sentence_for_what_it_refuses() {
        open("/planner.html#threads=10&users=10&loops=1&hold=mix&mix=80:1000");
        browser.awaitText("#error", "but was \"80:1000\".");
        open("/planner.html#threads=0&users=10&loops=1&ms=5");
        browser.awaitText("#error", "threads must be a whole number from 1 to 200000, but was \"0\".");
        open("/planner.html#threads=5&users=10&loops=1&ms=5&discipline=newest");
        browser.awaitText("#error", "discipline must be one of arrival-order, ");
    }

    @Test
    void the_planner_answers_from_a_gzipped_log_and_a_moved_slider_asks_again() {
        open(PAGE);
        choose(Path.of("results/log/tomcat-9.log.gz"));
        browser.awaitText("#logVerdict", "of 200 threads are busy at most");
        assertEquals(8, browser.findAll("#logEndpoints tr").size());
        assertTrue(browser.text("#logRead").contains("15,394 requests"), browser.text("#logRead"));
        move("#logThreads", 60);
        browser.awaitText("#logVerdict", "60 threads");
        assertTrue(browser.text("#logVerdict").contains("GET /search"), browser.text("#logVerdict"));
        String variants = browser.text("#logVariants");
        assertTrue(variants.contains("if nothing but threads limits; -Dconnections= and -Dcores= tell"), variants);
        assertFalse(variants.matches("(?s).*(NaN|undefined|null).*"), variants);
        browser.hasComplainedOfNothing();
    }

    @Test
    void markup_in_a_log_is_shown_as_text_and_what_is_no_log_is_refused_in_a_sentence(@TempDir Path folder)
            throws Exception {
        Path log = folder.resolve("access.log");
        String line = "127.0.0.1 - - [21/Nov/2026:10:15:30 +0000] \"GET /<b>x</b> HTTP/1.1\" 200 5 30\n";
        Files.writeString(log, line.repeat(20));
        open(PAGE);
        choose(log);
        browser.awaitText("#logEndpoints", "GET /<b>x</b>");
        assertEquals(0, browser.findAll("#logEndpoints b").size());
        choose(Files.writeString(folder.resolve("other.log"), "no log\n"));
        browser.awaitText("#logError", "no column is a request");
        assertEquals("", browser.text("#logVerdict"));
        browser.script("window.fetch = async () => new Response('<h1>Too large</h1>', { status: 413 })"); // of a proxy
        move("#logThreads", 60);
        browser.awaitText("#logError", "The server answered with status 413.");
    }

    /** As the command {@code plan} serves it, without a container. */
    @Test
    void the_planner_predicts_and_reads_a_log_that_is_dropped_on_it_and_hides_what_needs_the_application()
            throws Exception {
        var failures = new ArrayList<Throwable>();
        try (var alone = PlannerServer.start(0, UnaryOperator.identity(), failures::add)) {
            browser().open(alone.url() + "#users=10&loops=1&ms=5&threads=5");
            browser.awaitText("#verdict", "Asynchronous processing");
            for (String needsIt : List.of("nav", "#commands"))
                assertFalse(browser.find(needsIt).isDisplayed(), needsIt);
            browser.script(
                    """
                    const dropped = new DataTransfer();
                    dropped.items.add(new File([arguments[0]], 'access.log'));
                    document.querySelector('#logDrop').dispatchEvent(new DragEvent('drop', { dataTransfer: dropped }));
                    """,
                    "127.0.0.1 - - [21/Nov/2026:10:15:30 +0000] \"GET /a HTTP/1.1\" 200 5 30\n".repeat(20));
            browser.awaitText("#logEndpoints", "GET /a");
            browser.awaitText("#logRead", "20 requests");
            browser.hasComplainedOfNothing();
            browser.open("about:blank"); // before its server ends
        }
        assertEquals(List.of(), failures);
    }

    private void choose(Path file) {
        browser.find("#logFile").sendKeys(file.toAbsolutePath().toString());
    }

    private void move(String slider, int value) {
        browser.script(
                "const it = document.querySelector(arguments[0]); it.value = arguments[1];"
                        + "it.dispatchEvent(new Event('input', { bubbles: true })); it.dispatchEvent(new Event('change', { bubbles: true }))",
                slider,
                value);
    }

    private static final String CONNECTIONS =
            "load=open&arrivalRate=150&duration=20&ms=46&processingMs=4&threads=20&connections=8&cores=2&limit=50";

    private String chain(String way) {
        return (String) browser.script(
                "return [...document.querySelectorAll('[data-way=' + arguments[0] + '] li')].map(it => it.innerText.replace(/\\n/g, ' | ')).join('; ')",
                way);
    }

    @Test
    void the_planner_draws_the_stations_and_marks_the_one_that_binds_and_the_next() throws Exception {
        for (boolean dark : new boolean[] {false, true}) {
            browser().dark(dark);
            browser().width(dark ? 360 : 1280);
            open("/planner.html#hold=ms&connectionShare=1&" + CONNECTIONS);
            browser.awaitText("#verdict", "8 connections bind at 173.9 req/s, then 20 threads at 400.0 req/s.");
            String blocking = chain("blocking");
            assertTrue(
                    blocking.matches("50 requests at a time \\| at most 1,000 req/s \\| \\d+ % busy; "
                            + "20 request threads \\| binds next \\| at most 400 req/s \\| \\d+ % busy.*; "
                            + "2 processors \\| at most 500 req/s \\| \\d+ % busy; "
                            + "8 connections \\| binds first \\| at most 174 req/s \\| \\d+ % busy, mean wait .* ms"),
                    blocking);
            assertTrue(chain("async").contains("2 processors | binds next | at most 500 req/s"), chain("async"));
            assertTrue(chain("virtual").contains("request threads | virtual, no limit; "), chain("virtual"));
            assertEquals(3, browser.findAll("#figures tr").size());
            Object tooWide = browser.script(
                    "return [...document.querySelectorAll('#chains *')].some(it => it.getBoundingClientRect().right > innerWidth)");
            assertEquals(false, tooWide);
            browser.hasComplainedOfNothing();
        }
        browser.dark(false);
        browser.width(1280);
    }

    @Test
    void the_map_has_a_workload_of_less_than_one_request_a_second() {
        open("/planner.html#load=open&arrivalRate=0.5&duration=20&ms=5&threads=5");
        browser.awaitText("#place", "0.5 requests per second");
        String lowest = "return echarts.getInstanceByDom(document.querySelector('#map')).getOption().yAxis[0].min";
        assertEquals(-1L, browser.script(lowest));
    }

    @Test
    void an_unknown_share_is_shown_at_both_ends_and_a_queue_has_its_own_limit() {
        open("/planner.html#hold=ms&bigger=30&" + CONNECTIONS);
        browser.awaitText("#way-virtual-unheld", "virtual threads, share 0");
        browser.awaitText("#way-virtual", "virtual threads, share 1");
        browser.awaitText("#way-bigger", "blocking, 30 threads, share 1");
        browser.awaitText("#chainsOf", "over the run, with share 1");
        browser.awaitText("#verdict", "If no request holds one (connectionShare=0): ");
        browser.awaitText("#commands", "plan has a closed workload");
        assertTrue(browser.text("#place")
                .contains("The map has no concurrency limit and no processors and no connections."));
        browser.script("const choice = plan.elements.discipline; choice.value = 'bounded';"
                + " choice.dispatchEvent(new Event('input', { bubbles: true }))");
        String limits =
                "return [...document.querySelectorAll('[name=limit]')].map(it => it.disabled + it.value).join()";
        assertEquals("false,true", browser.script(limits));
    }

    @Test
    void the_planner_shows_every_explanation_that_fits() {
        open(
                "/planner.html#users=100&ramp=30&loops=30&hold=ms&ms=300&thinkMinMs=1000&thinkMaxMs=2000&threads=50&throughput=23.6&mean=1719"
                        + "&connectionShare=0.5&connections=4&cores=2");
        browser.awaitText("#explanation", "3 explanations fit, and these figures cannot tell which is right");
        for (String by : List.of("by threads or workers", "by connections", "by processor time"))
            browser.awaitText("#fit", by);
        browser.script("const find = claim.elements.find; find.value = 'connections';"
                + " find.dispatchEvent(new Event('input', { bubbles: true }))");
        browser.find("#claim button[type=submit]").click();
        browser.awaitText("#explanation", "4 connections, each held for 50 % of the hold time");
        browser.hasComplainedOfNothing();
    }

    @Test
    void the_planners_figures_are_those_of_predict() throws Exception {
        String workload = "users=300&ramp=2&loops=5&minMs=200&maxMs=400&thinkMinMs=100&thinkMaxMs=200&workers=8";
        open("/planner.html#load=closed&hold=range&threads=20&bigger=60&processingMs=5&" + workload);
        Await.until(
                "every way is predicted", () -> browser.findAll("#figures tr").size() == 5);
        String predict = "/predict?processingMs=5&" + workload + "&threads=";
        JsonNode page = json(predict + 20);
        assertEquals(page.get("verdict").asText(), browser.text("#verdict").replace('\n', ' '));
        assertShown(page.get("blocking"), "blocking");
        assertShown(page.get("async"), "async");
        assertShown(page.get("workerPool"), "workerPool");
        assertShown(json(predict + 60).get("blocking"), "bigger");
        assertShown(page.get("virtual"), "virtual");
        assertTrue(browser.text("#place").contains("N* = 20"), browser.text("#place"));
        browser.hasComplainedOfNothing();
    }

    /** The page rounds to three digits or to whole numbers. */
    private void assertShown(JsonNode figures, String way) {
        String row = "#way-" + way + " td:nth-of-type(";
        List<String> columns = List.of("goodput", "meanMs", "p50Ms", "p99Ms");
        for (int i = 0; i < columns.size(); i++) {
            double expected = figures.get(columns.get(i)).asDouble();
            double shown = Double.parseDouble(browser.text(row + (i + 1) + ")").replace(",", ""));
            assertEquals(expected, shown, 0.005 * expected, way + " " + columns.get(i));
        }
    }
}
