package asynclab.wire.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.Browser;
import asynclab.wire.fixture.ServerContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages in a real browser, and what they ask of the server. */
abstract class PagesContract extends ServerContract {

    private static final int THREADS = 20; // few, so that they are soon starved

    Browser browser; // one for all tests of a server, started by the first that needs it

    @Override
    protected ServerSettings settings() {
        return named("").withRequestThreads(THREADS);
    }

    private Browser browser() {
        if (browser == null) browser = Browser.start();
        return browser;
    }

    final Browser open(String page) {
        browser().open(url(server(), page));
        return browser;
    }

    /** Before the ledger is looked at: an open page is a request in flight. */
    @AfterEach
    void leave() {
        if (browser == null) return;
        browser.open("about:blank");
        browser.complaints(); // not the next test's
    }

    @AfterAll
    void closeBrowser() {
        if (browser != null) browser.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/live.html", "/planner.html"})
    void a_page_loads_without_complaint_light_and_dark_and_fits_a_phone(String page) {
        for (boolean dark : new boolean[] {false, true}) {
            browser().dark(dark);
            int width = dark ? 390 : 1280;
            browser().width(width);
            open(page);
            Await.until("it has drawn", () -> !browser.findAll("canvas, .card").isEmpty());
            Object tooWide = browser.script("return document.documentElement.scrollWidth > arguments[0]", width);
            assertEquals(false, tooWide, page + (dark ? " on a phone" : ""));
            browser.hasComplainedOfNothing();
        }
        browser.dark(false);
        browser.width(1280);
    }

    @Test
    void live_moves_while_every_request_thread_is_blocked() {
        open("/live.html");
        browser.awaitText("#state", "free request threads");
        var blocking = getMany(2 * THREADS, "/blocking?ms=3000");
        browser.awaitText("#state", "Starved");
        long seen = samples();
        Await.until("two more samples came", () -> samples() >= seen + 2);
        assertEquals("true", browser.script("return document.body.dataset.starved"));
        assertTrue(server().probe().pool().busy() >= server().probe().pool().usable());
        blocking.forEach(answer -> assertEquals(200, answer.join().statusCode()));
        browser.awaitText("#state", "free request threads");
        browser.hasComplainedOfNothing();
    }

    @Test
    void jmx_says_what_each_thread_does_and_which_request_it_serves() throws Exception {
        var rows = server().probe().threadActivity();
        rows.get(); // requests are recorded from now on
        List<String> seen = whileHeld(
                3,
                "/blocking?ms=",
                () -> rows.get().stream().filter(PagesContract::servesBlocking).count() == 3,
                rows::get,
                response -> assertEquals(200, response.statusCode()));
        var serving = seen.stream().filter(PagesContract::servesBlocking).toList();
        assertEquals(
                3, serving.stream().map(row -> row.split(" ")[2]).distinct().count(), "numbers: " + serving);
        for (String state : List.of("IDLE", "SELECTOR", "ACCEPTOR", "SCHEDULER_WAITING"))
            assertTrue(seen.stream().anyMatch(row -> row.split(" ")[1].equals(state)), state + " in " + seen);
    }

    private static boolean servesBlocking(String row) {
        return row.matches("\\d+ SERVING [1-9]\\d* /blocking \\S.*");
    }

    @Test
    void live_shows_what_each_thread_does() throws Exception {
        open("/live.html");
        browser.awaitText("#lanesNow", "idle in the pool");
        whileHeld(
                5,
                "/blocking?ms=",
                () -> browser.text("#lanesNow").startsWith("Now: 5 serving a request, "),
                () -> "seen",
                response -> assertEquals(200, response.statusCode()));
        assertEquals(1, browser.findAll("#lanesPlot canvas").size());
        browser.hasComplainedOfNothing();
    }

    @Test
    void try_tells_which_thread_took_a_request_and_which_answered() {
        open("/");
        Await.until(
                "the cards are there", () -> browser.findAll("#patterns .card").size() > 25);
        browser.find("#card-async button[value=one]").click();
        browser.awaitText("#card-async .answer", "asynclab-scheduler");
        browser.awaitText("#card-async .answer", "goes back to its pool");
        browser.awaitText("#card-async .answer", "200, 2 bytes");
        browser.find("#card-blocking button[value=one]").click();
        browser.awaitText("#card-blocking .answer", "the same thread answers");
        browser.script("document.querySelector('#blocking-query').value = 'ms=soon'");
        browser.find("#card-blocking button[value=one]").click();
        browser.awaitText(
                "#card-blocking .answer .error", "ms must be a whole number from 0 to 600000, but was \"soon\".");
        browser.hasComplainedOfNothing();
    }

    @Test
    void try_fires_many_at_once_and_says_how_long_each_held_a_thread() {
        open("/");
        browser.script("document.querySelector('#compare-n').value = 60");
        browser.script("document.querySelector('#compare-ms').value = 300");
        browser.find("#compare button").click();
        Await.until("both are done", () -> !browser.text("#compared").isEmpty());
        for (String arm : List.of("async", "blocking")) {
            String words = browser.text("#" + arm + "Words");
            String clocks =
                    "60 answered in [\\d.]+ m?s on the server\\. The client had the last response after [\\d.]+ m?s\\. ";
            assertTrue(Pattern.compile(clocks).matcher(words).lookingAt(), words);
        }
        var held = Pattern.compile("for ([\\d.]+) (ms|s) on average").matcher(browser.text("#blockingWords"));
        assertTrue(held.find());
        assertTrue(held.group(2).equals("s") || Double.parseDouble(held.group(1)) >= 299, held.group());
        browser.hasComplainedOfNothing();
    }

    @Test
    void each_discipline_answers_or_sheds_every_request_of_a_burst_and_live_shows_it() {
        open("/");
        browser.script("[['n', 120], ['ms', 50]].forEach(([of, to]) => overloadForm.elements[of].value = to)");
        browser.find("#overloadForm button").click();
        browser.awaitText("#overloadVerdict", " of 120 requests in time");
        String sums = "return [...document.querySelectorAll('#overloaded tr')].map(row =>"
                + " [1, 2, 3].reduce((sum, i) => sum + Number(row.cells[i].textContent), 0)).join()";
        assertEquals("120,120,120,120,120,120", browser.script(sums));
        open("/live.html");
        browser.find("#discipline option[value=bounded]").click();
        browser.find("#flood").click();
        browser.awaitText("#queuesNow", "refused");
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
        assertEquals(page.get("verdict").asText(), browser.text("#verdict"));
        assertShown(page.get("blocking"), "blocking");
        assertShown(page.get("async"), "async");
        assertShown(page.get("workerPool"), "workerPool");
        assertShown(json(predict + 60).get("blocking"), "bigger");
        assertShown(json(predict + 200_000).get("blocking"), "virtual");
        assertTrue(browser.text("#place").contains("N* = 20"), browser.text("#place"));
        browser.hasComplainedOfNothing();
    }

    /** The page rounds to three digits or to whole numbers. */
    final void assertShown(JsonNode figures, String way) {
        String row = "#way-" + way + " td:nth-of-type(";
        List<String> columns = List.of("goodput", "meanMs", "p50Ms", "p99Ms");
        for (int i = 0; i < columns.size(); i++) {
            double expected = figures.get(columns.get(i)).asDouble();
            double shown = Double.parseDouble(browser.text(row + (i + 1) + ")").replace(",", ""));
            assertEquals(expected, shown, 0.005 * expected, way + " " + columns.get(i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"n=0&pattern=/async", "n=501&pattern=/async", "pattern=/burst", "pattern=/stats", "n=1"})
    void a_burst_is_bounded_and_asks_for_nothing_but_patterns(String query) throws Exception {
        var refused = get("/burst?" + query);
        assertEquals(400, refused.statusCode());
        assertTrue(refused.body().contains("must be"), refused.body());
    }

    private long samples() {
        return Long.parseLong((String) browser.script("return document.body.dataset.samples ?? '0'"));
    }

    @Test
    void any_number_of_streams_costs_one_sampler_and_none_when_nobody_looks() throws Exception {
        var streams = new ArrayList<HttpResponse<InputStream>>();
        for (int i = 0; i < 20; i++)
            streams.add(client.send(request("/live").build(), HttpResponse.BodyHandlers.ofInputStream()));
        Set<String> first = new TreeSet<>();
        for (var stream : streams) first.add(firstSample(stream.body()));
        assertEquals(1, first.size(), "they got the very same");
        Await.until("a beat of each, and one sampler", () -> scheduledTasks() == 21);
        for (var stream : streams) stream.body().close();
        Await.until("nothing is scheduled", () -> scheduledTasks() == 0);
    }

    private int scheduledTasks() {
        try {
            return json("/stats").get("scheduledTasks").asInt();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String firstSample(InputStream stream) throws Exception {
        var line = new StringBuilder();
        for (int c = stream.read(); ; c = stream.read()) {
            assertTrue(c >= 0, "the stream ended");
            if (c != '\n') line.append((char) c);
            else if (line.indexOf("data: ") == 0) return line.substring(6);
            else line.setLength(0);
        }
    }
}
