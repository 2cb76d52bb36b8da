package asynclab.wire.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import asynclab.discipline.Discipline;
import asynclab.wire.fixture.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages Try and Live in a real browser, and what holds for every page. */
class PagesIT extends InBrowser {

    @Test
    void live_says_why_it_shows_no_threads_of_a_large_pool() {
        open("/live.html"); // starts the browser
        browser.open(url(start(SHARED), "/live.html"));
        browser.awaitText("#noLanes", "The pool has 100 threads. Threads are sampled only if the pool has at most 40");
        assertEquals(true, browser.script("return document.querySelector('#lanesFigure').hidden"));
        browser.hasComplainedOfNothing();
    }

    @ParameterizedTest
    @CsvSource({
        "/, #patterns .card",
        "/live.html, main button",
        "/planner.html#users=10&loops=1&hold=ms&ms=5&threads=5, body[data-predicted]"
    })
    void the_keyboard_reaches_everything_in_the_order_one_reads(String page, String last) {
        open(page);
        Await.until("it is there", () -> !browser.findAll(last).isEmpty());
        var reached = browser.tabThrough(".skip, nav a, main a, main button, main input, main select, main [tabindex]");
        assertEquals(List.of("Skip to content", "Try", "Live", "Planner"), reached.subList(0, 4));
    }

    @Test
    void the_policy_stops_an_injected_script() {
        open("/");
        browser.script(
                "const it = document.createElement('div'); document.body.append(it);"
                        + "it.innerHTML = '<p onclick=\"window.slippedIn = true\">x</p>';"
                        + "const script = document.createElement('script'); script.textContent = 'window.slippedIn = true'; it.append(script); it.firstChild.click()");
        var refused = new ArrayList<String>();
        Await.until("the browser has refused both", () -> {
            for (String complaint : browser.complaints())
                if (complaint.contains("Content Security Policy")) refused.add(complaint);
            return refused.size() == 2;
        });
        assertEquals(null, browser.script("return window.slippedIn ?? null"));
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

    /** If the threads are free before all is seen, other requests block them for longer. So a slow browser does not fail. */
    @Test
    void live_moves_while_every_request_thread_is_blocked() {
        open("/live.html");
        for (int millis : new int[] {6_000, 15_000, 45_000}) { // so that all are answered within a minute
            if (!hasMovedWhileBlocked(millis)) continue;
            browser.hasComplainedOfNothing();
            return;
        }
        fail("it does not move, however long every thread is blocked");
    }

    /** Whether two more samples came while every thread was blocked. */
    private boolean hasMovedWhileBlocked(int millis) {
        browser.awaitText("#state", "free request threads");
        var blocking = getMany(server().probe().pool().usable(), "/blocking?ms=" + millis);
        BooleanSupplier over = () -> blocking.stream().allMatch(CompletableFuture::isDone);
        Await.until("it is starved, or over", () -> browser.text("#state").contains("Starved") || over.getAsBoolean());
        long seen = samples();
        Await.until("two more samples came, or it is over", () -> samples() >= seen + 2 || over.getAsBoolean());
        Object starved = browser.script("return document.body.dataset.starved");
        var pool = server().probe().pool();
        boolean blocked = pool.busy() >= pool.usable() && !over.getAsBoolean(); // and so all the time before
        if (blocked) assertEquals("true", starved);
        blocking.forEach(answer -> assertEquals(200, answer.join().statusCode()));
        browser.awaitText("#state", "free request threads");
        return blocked;
    }

    /** A screen reader says each change, and the browser tries again and again to open a stream whose server is gone. */
    @Test
    void live_says_once_that_its_stream_has_ended() {
        open("/live.html");
        browser.awaitText("#state", "free request threads");
        Object changes = browser.script(
                """
                dispatchEvent(new Event('pagehide'));
                window.EventSource = class { static CLOSED = 2; constructor() { window.stream = this; } close() {} };
                return new Promise(done => requestAnimationFrame(() => { // after the last sample is shown
                  const seen = new MutationObserver(() => {});
                  seen.observe(document.querySelector('#state'), { childList: true });
                  dispatchEvent(new Event('pageshow'));
                  window.stream.onerror();
                  window.stream.onerror();
                  done(seen.takeRecords().length);
                }));
                """);
        assertEquals(1L, changes);
        browser.awaitText("#state", "The stream has ended.");
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
    void try_sends_the_query_of_an_upload_and_forgets_a_failure_that_is_over() {
        open("/");
        Await.until(
                "the cards are there", () -> browser.findAll("#patterns .card").size() > 25);
        browser.script("window.fetch = async url => new Response(url);"
                + " document.querySelector('#upload-query').value = 'timeoutMs=5000'");
        browser.find("#card-upload button").click();
        browser.awaitText("#card-upload .answer", "upload?timeoutMs=5000");
        browser.script("window.fetch = () => Promise.reject()");
        browser.find("#card-long-poll button[type=button]").click();
        browser.awaitText("#card-long-poll .error", "The server does not answer.");
        browser.script("window.fetch = async url => new Response(url)");
        browser.find("#card-long-poll button[type=button]").click();
        Await.until("the error is gone", () -> browser.text("#card-long-poll .error")
                .isEmpty());
    }

    @Test
    void try_fires_many_at_once_and_says_how_long_each_held_a_thread() {
        open("/");
        browser.script("document.querySelector('#compare-n').value = 60");
        browser.script("document.querySelector('#compare-ms').value = 300");
        browser.find("#compare button").click();
        Await.until("both are done", () -> !browser.text("#compared").isEmpty());
        Object focused = browser.script("return document.activeElement === document.querySelector('#compare button')");
        assertEquals(true, focused, "a keyboard user must not begin at the top again");
        for (String arm : List.of("async", "blocking")) {
            String words = browser.text("#" + arm + "Words");
            String clocks =
                    "60 answered in [\\d.]+ m?s on the server\\. The client had the last response after [\\d.]+ m?s\\. ";
            assertTrue(Pattern.compile(clocks).matcher(words).lookingAt(), words);
        }
        var held = Pattern.compile("for ([\\d.]+) (ms|s) on average").matcher(browser.text("#blockingWords"));
        assertTrue(held.find());
        assertTrue(held.group(2).equals("s") || Double.parseDouble(held.group(1)) >= 299, held.group());
        browser.script("document.querySelector('#compare-n').value = 1");
        browser.find("#compare button").click();
        browser.awaitText("#compared", "All blocking requests held a request thread at the same time");
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
        browser.awaitText("#queuesNow", " given up. Now ");
        browser.hasComplainedOfNothing();
    }

    @Test
    void try_counts_the_requests_that_have_no_response_when_their_burst_ends() {
        open("/");
        browser.script(
                """
                const real = window.fetch;
                const events = 'data: {"nowMs":9,"changes":[{"i":"0","what":"done","atMs":5,"status":200,"bytes":2}]}\\n\\n';
                window.fetch = (url, options) => url.startsWith('burst') ? Promise.resolve(new Response(events)) : real(url, options);
                overloadForm.elements.n.value = 3;
                """);
        browser.find("#overloadForm button").click();
        browser.awaitText("#overloadVerdict", "answer the most: 1 of 3 requests in time.");
        browser.awaitText("#overloadVerdict", 2 * Discipline.ids().size() + " requests had no response.");
    }

    private long samples() {
        return Long.parseLong((String) browser.script("return document.body.dataset.samples ?? '0'"));
    }
}
