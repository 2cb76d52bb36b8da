package asynclab.wire.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.client.RawConnection.Response;
import asynclab.exchange.Ending;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client sees over a real socket, the same on every container. */
class WireContract extends ServerContract {

    /** On Tomcat no other test class uses the JVM, because these tests look at all threads. */
    @Override
    protected ServerSettings settings() {
        return onJetty() ? named("") : fresh();
    }

    @ContractRow(28)
    @Test
    void the_pool_really_has_100_threads() {
        assertEquals(100, server().probe().pool().max());
        assertTrue(
                server().probe().pool().usable() >= 95,
                () -> server().probe().pool().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/blocking", "/sync", "/async", "/warm"})
    void the_posts_urls_answer_ok_and_say_what_was_planned(String path) throws Exception {
        var response = get(path + "?ms=7");
        assertEquals(200, response.statusCode());
        assertEquals("ok", response.body());
        assertEquals("7", header(response, "X-Planned-Ms"));
        assertTrue(number(response, "X-Held-Ms") >= 7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/process-blocking", "/process-non-blocking"})
    void the_process_urls_answer_exactly_the_posts_json(String path) throws Exception {
        var response = get(path + "?minMs=3&maxMs=4");
        assertEquals("{\"status\":\"Ok\",\"processingTimeMs\":3}", response.body());
        assertEquals("application/json", header(response, "Content-Type"));
    }

    @Test
    void a_default_processing_time_can_be_set_and_taken_back() throws Exception {
        assertProcessedFor(0, "");
        assertEquals(200, get("/set-default-processing-time?minMs=5&maxMs=6").statusCode());
        assertProcessedFor(5, "");
        assertProcessedFor(5, "?minMs=0&maxMs=0");
        assertProcessedFor(7, "?ms=7");
        assertEquals("OK", get("/slowendpoint?ms=1").body());
        assertEquals("300", header(get("/slowendpoint"), "X-Planned-Ms"), "as in its post");
        assertEquals(200, get("/set-default-processing-time").statusCode());
        assertProcessedFor(0, "");
        assertProcessedFor(0, "?minMs=0&maxMs=0");
        assertEquals(400, get("/set-default-processing-time?minMs=x").statusCode());
    }

    private void assertProcessedFor(int millis, String query) throws Exception {
        for (String path : List.of("/process-blocking", "/process-non-blocking"))
            assertEquals(millis, json(path + query).get("processingTimeMs").asInt(), path + query);
    }

    @ContractRow(35)
    @ParameterizedTest
    @CsvSource({
        "/async?ms=-1, ms, -1",
        "/blocking?ms=600001, ms, 600001",
        "/sync?ms=, ms, ''",
        "/async?ms=1&processingMs=-1, processingMs, -1",
        "/async?ms=1&processingMs=600001, processingMs, 600001",
        "/async?ms=1&processingMs=abc, processingMs, abc",
        "/async?timeoutMs=0, timeoutMs, 0",
        "/warm?seed=-1, seed, -1",
        "/process-blocking?minMs=1.5, minMs, 1.5",
        "/process-non-blocking?maxMs=%3Cscript%3E, maxMs, <script>",
        "'/async?mix=80:1000,30:1', mix, '80:1000,30:1'",
        "/async?medianMs=300&sigma=4, sigma, 4",
        "/async?medianMs=300&meanMs=200, meanMs, 200",
        "/blocking?sigma=1, medianMs, ''",
        "/async?meanMs=20000, meanMs, 20000",
        "/async?percentiles=50:9;90:1, percentiles, 50:9;90:1",
        "/async?ms=1&status=199, status, 199",
        "/blocking?ms=1&bytes=8001, bytes, 8001",
        "/async?csv=%2Fetc%2Fpasswd&ms=, ms, ''",
        "/async?ms=99999999999999999999999999999999999999999999999999, ms, 9999999999999999999999999999999999999999…",
    })
    void bad_input_gets_400_and_the_parameter_with_its_range(String path, String parameter, String value)
            throws Exception {
        var response = get(path);
        assertEquals("application/json", header(response, "Content-Type"));
        assertEquals(value, assertBadInput(parameter, response).get("value").asText());
    }

    @ContractRow(18)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/async?ms=1",
                "/blocking?ms=1",
                "/process-non-blocking?ms=1",
                "/worker?ms=1",
                "/queued/bounded?ms=1",
                "/predict?users=1&ms=1",
                "/predict?users=0&ms=1",
                "/download?bytes=10000",
                "/long-poll?timeoutMs=1",
                "/",
                "/async?ms=x",
                "/async?ms=60000&timeoutMs=20",
                "/nothing-here",
            })
    void head_has_the_headers_of_get_and_no_body(String path) throws Exception {
        try (var one = connection();
                var other = connection()) {
            Response get = one.get(path);
            Response head = other.ask("HEAD " + path + " HTTP/1.1").read("HEAD");
            assertEquals(get.status(), head.status());
            assertEquals(lasting(get), lasting(head));
            if (head.closes()) assertTrue(other.isAtItsEnd());
            else assertEquals("ok", other.get("/async?ms=1").text());
        }
    }

    /** Its headers without those that say when it was. */
    private static Map<String, String> lasting(Response response) {
        var headers = new TreeMap<>(response.headers());
        for (String passing : List.of("X-Held-Ms", "Date")) headers.remove(passing);
        return headers;
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
    void other_methods_get_405(String method) throws Exception {
        for (String path : List.of("/blocking", "/async"))
            assertEquals(405, send(method, path).statusCode(), path);
    }

    @ContractRow({5, 9})
    @ParameterizedTest
    @ValueSource(strings = {"/async", "/blocking"})
    void a_timeout_gets_503_and_retry_after_and_nothing_stays_behind(String path) throws Exception {
        long before = ledger().ended(Ending.TIMED_OUT);
        var response = get(path + "?ms=60000&timeoutMs=50");
        assertUnavailable("1", response);
        assertEquals("application/json", header(response, "Content-Type"));
        assertEquals("{\"error\":\"No answer within 50 ms.\"}", response.body());
        counts(Ending.TIMED_OUT, before + 1);
        assertEquals(0, scheduledTasks());
        assertEquals("ok", get(path + "?ms=1&timeoutMs=60000").body()); // the next one on the connection is clean
    }

    @Test
    void an_unknown_url_gets_a_404_that_says_nothing_of_the_server() throws Exception {
        var response = get("/nothing-here");
        assertEquals(404, response.statusCode());
        assertEquals("{\"error\":\"There is nothing at this URL.\"}", response.body());
        assertTrue(response.headers().firstValue("Server").isEmpty());
    }

    @Test
    void twice_as_many_waiting_requests_as_the_pool_has_threads_take_no_thread() throws Exception {
        // Whatever starts on first use has started, or with the first so many connections, and all threads of a growing
        // pool.
        getMany(200, "/async?ms=1000").forEach(CompletableFuture::join);
        getMany(150, "/blocking?ms=500").forEach(CompletableFuture::join);
        Set<String> before = ownThreads();
        var more = new TreeSet<>(whileHeld(200, "/async?ms=", 200, this::ownThreads));
        more.removeAll(before); // others may have ended, because they were idle for a minute
        assertEquals(Set.of(), more);
        assertEquals(0, json("/stats").get("timerLateness").get("early").asInt());
    }

    /** The server's threads without those that JMX uses to look at it. */
    private Set<String> ownThreads() {
        return server().probe().threadNames().stream()
                .filter(name -> !name.matches("(RMI|JMX|Attach|HttpClient|Catalina-utility).*"))
                .collect(Collectors.toSet());
    }

    @Test
    void jmx_reports_while_blocking_requests_starve_the_pool() throws Exception {
        int usable = server().probe().pool().usable();
        var pages = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        List<Boolean> seen = whileHeld(usable + 50, "/blocking?ms=", usable, () -> {
            pages.add(getLater("/stats"));
            boolean reported = server().probe().sample().inFlight() >= usable;
            return List.of(reported, pages.get(pages.size() - 1).isDone());
        });
        assertEquals(List.of(true, false), seen, "JMX reports, and no thread is left to serve a page");
        for (var page : pages) assertEquals(200, page.join().statusCode());
    }

    @Test
    void trace_echoes_nothing() throws Exception {
        var response = send(request("/async")
                .method("TRACE", HttpRequest.BodyPublishers.noBody())
                .header("X-Secret", "mine"));
        assertTrue(
                List.of(403, 405).contains(response.statusCode()),
                response::toString); // Jetty's own defaults forbid it
        assertFalse(response.body().contains("mine"));
    }

    @ContractRow(27)
    @Test
    void stats_shows_ledger_timer_lateness_and_pool() throws Exception {
        get("/blocking?ms=1");
        JsonNode stats = json("/stats");
        assertTrue(stats.get("ledger").get("answered").asLong() > 0);
        assertTrue(stats.get("timerLateness").get("count").asLong() > 0);
        server().probe().pool(); // a container that publishes none is not asked
        JsonNode pool = stats.get("requestThreads").elements().next();
        assertEquals(100, pool.get("max").asInt());
        int usable = pool.get("usable").asInt();
        assertTrue(usable >= 95 && usable <= 100, pool::toString);
    }

    @ContractRow(30)
    @Test
    void fifty_waiting_requests_are_answered_when_the_server_is_stopped() throws Exception {
        Server stopping = start(named("-stop"));
        var async = getMany(stopping, 50, "/async?ms=600000");
        var blocking = new ArrayList<>(getMany(stopping, 10, "/blocking?ms=600000"));
        blocking.addAll(getMany(stopping, 10, "/async?ms=1&processingMs=600000"));
        Await.until("all are inside", () -> stopping.probe().ledger().inFlight() == 70);
        Await.until("20 block", () -> stopping.probe().threads("").toString().split("Servlet.handle").length == 21);
        stopping.close();
        for (var response : async) assertUnavailable("5", response.join());
        for (var response : blocking) assertEquals(503, response.join().statusCode());
        assertEquals(List.of(), complaints(stopping, "WARN"));
    }

    @ContractRow(29)
    @Test
    void fifty_waiting_requests_are_answered_when_the_application_is_undeployed_and_its_threads_end() {
        Server undeploying = start(named("-undeploy"));
        var async = getMany(undeploying, 50, "/async?ms=600000");
        Await.until("all are inside", () -> undeploying.probe().ledger().inFlight() == 50);
        undeploying.probe().stopApplication();
        for (var response : async) assertEquals(503, response.join().statusCode());
        awaitNoThreads(undeploying);
    }
}
