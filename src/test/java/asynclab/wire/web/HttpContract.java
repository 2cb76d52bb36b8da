package asynclab.wire.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.client.RawConnection;
import asynclab.client.RawConnection.Response;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.ServerContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP as RFC 9110 has it: preconditions at the pages, and HEAD wherever there is GET. */
class HttpContract extends ServerContract {

    private static final Pattern URL = Pattern.compile("<url-pattern>(/[^<*]+|/|\\*\\.jsp)</url-pattern>");
    /** It leaks a thread for each request, which another theme's tests would find. It answers in the same class as the other mistakes. */
    private static final Set<String> NOT_ASKED = Set.of("/mistake/executor-never-shut-down");
    /** Enough for every URL to do its work in time. Each ignores what it does not know. */
    private static final String QUERY =
            "?ms=1&timeoutMs=10000&text=x&users=1&mean=5&pattern=/async&n=1&bytes=10&calls=1&stepMs=1&lookupMs=1";

    /** Each lasts until its deadline. */
    private static final Set<String> UNTIL_DEADLINE =
            Set.of("/long-poll", "/events", "/live", "/mistake/lost-exception");

    private static final Set<String> VARYING = Set.of("/stats", "/metrics", "/publish");
    private static final List<String> PASSING =
            List.of("X-Held-Ms", "X-Worker-Thread", "Date", "Transfer-Encoding", "Connection", "Keep-Alive");

    @Override
    protected ServerSettings settings() {
        return SHARED;
    }

    static List<String> urls() throws IOException {
        String webXml = Files.readString(Path.of("src/main/webapp/WEB-INF/web.xml"));
        return URL.matcher(webXml)
                .results()
                .map(url -> url.group(1).replace("*", "/page"))
                .filter(url -> !NOT_ASKED.contains(url))
                .distinct()
                .toList();
    }

    /** A response to HEAD has the headers of GET but those of the framing, which RFC 9110 9.3.2 lets out. */
    @ContractRow(60)
    @ParameterizedTest
    @MethodSource("urls")
    void head_of_every_url_has_status_and_headers_of_get_and_no_body(String url) throws Exception {
        try (var one = connection();
                var other = connection()) {
            String query = url.equals("/set-default-processing-time") ? "" : QUERY;
            if (UNTIL_DEADLINE.contains(url)) query = query.replace("=10000", "=300");
            if (url.startsWith("/aggregate")) query += "&deadlineMs=10000";
            Response get = one.get(url + query);
            Response head = other.ask("HEAD " + url + query + " HTTP/1.1", "Connection: close")
                    .read("HEAD");
            assertEquals(get.status(), head.status(), head::toString);
            assertEquals(lasting(url, get), lasting(url, head));
            assertEquals(0, other.readAll().length, "bytes of a body");
        }
    }

    private static Map<String, String> lasting(String url, Response response) {
        var headers = new TreeMap<>(response.headers());
        PASSING.forEach(headers::remove);
        if (VARYING.contains(url) || response.status() == 405) // its sentence names the method
        headers.computeIfPresent("Content-Length", (name, length) -> "some");
        return headers;
    }

    @Test
    void head_of_publish_publishes_nothing_and_of_the_default_sets_nothing() throws Exception {
        long before = json("/publish?text=x").get("id").asLong();
        for (int i = 0; i < 3; i++) assertEquals(200, statusOfHead("/publish?text=x"));
        assertEquals(400, statusOfHead("/publish?text="));
        assertEquals(200, statusOfHead("/set-default-processing-time?minMs=7&maxMs=7"));
        assertEquals(before + 1, json("/publish?text=x").get("id").asLong());
        assertEquals("0", header(get("/process-non-blocking"), "X-Planned-Ms"));
    }

    private int statusOfHead(String path) throws IOException {
        try (var connection = connection()) {
            return connection.ask("HEAD " + path + " HTTP/1.1").read("HEAD").status();
        }
    }

    private static Stream<Arguments> preconditions() {
        return Stream.of(
                        answeredBy(
                                304,
                                "If-None-Match: TAG",
                                "If-None-Match: W/TAG",
                                "If-None-Match: *",
                                "If-None-Match: \"a\", W/TAG",
                                "If-None-Match: \"a,b\", \"c\",TAG",
                                "If-None-Match: \"a\"|If-None-Match: TAG",
                                "if-none-match: TAG",
                                "If-Match: TAG|If-None-Match: TAG"),
                        answeredBy(
                                200,
                                "If-None-Match: \"a\"",
                                "If-None-Match: junk",
                                "If-None-Match:",
                                "If-None-Match: \"a\"|If-Modified-Since: Fri, 31 Dec 9999 23:59:59 GMT",
                                "If-Match: TAG",
                                "If-Match: *",
                                "If-Match: \"a\"|If-Match: \"b\", TAG",
                                "If-Match: *|If-None-Match: \"a\"",
                                "If-Modified-Since: Fri, 31 Dec 9999 23:59:59 GMT",
                                "If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT"),
                        answeredBy(
                                412,
                                "If-Match: W/TAG",
                                "If-Match: \"a\"",
                                "If-Match: junk",
                                "If-Match: \"a\"|If-None-Match: TAG"))
                .flatMap(each -> each);
    }

    private static Stream<Arguments> answeredBy(int status, String... headers) {
        return Stream.of(headers).map(each -> Arguments.of(each, status));
    }

    /** TAG stands for the tag of the page. A bar separates the lines. */
    @ContractRow(60)
    @ParameterizedTest
    @MethodSource("preconditions")
    void a_page_is_sent_unless_the_client_has_it_or_asks_for_another(String headers, int status) throws Exception {
        try (var connection = connection()) {
            Response whole = connection.get("/");
            String tag = whole.header("ETag");
            for (String method : List.of("GET", "HEAD")) {
                Response response = ask(connection, method + " /", headers.replace("TAG", tag));
                assertEquals(status, response.status(), method);
                boolean body = method.equals("GET") && status != 304;
                assertEquals(body, response.body().length > 0, method);
                if (status == 200 && body) assertEquals(whole.text(), response.text());
                if (status == 304) {
                    assertEquals(tag, response.header("ETag"));
                    assertEquals(whole.header("Cache-Control"), response.header("Cache-Control"));
                }
            }
        }
    }

    /** RFC 9110, 13.2.1: a precondition does not count if the answer without it would not be a success. */
    @ContractRow(60)
    @ParameterizedTest
    @ValueSource(strings = {"GET /nothing-here", "POST /", "DELETE /css/lab.css"})
    void a_precondition_of_a_request_that_is_refused_anyway_is_ignored(String request) throws Exception {
        try (var connection = connection()) {
            int status = ask(connection, request, "X: x").status();
            assertTrue(status == 404 || status == 405, request);
            for (String header : List.of("If-Match: \"a\"", "If-None-Match: *"))
                assertEquals(status, ask(connection, request, header).status(), header);
        }
    }

    private static Response ask(RawConnection connection, String request, String headers) throws IOException {
        return connection
                .ask(Stream.concat(Stream.of(request + " HTTP/1.1"), Stream.of(headers.split("\\|")))
                        .toArray(String[]::new))
                .read(request.substring(0, request.indexOf(' ')));
    }
}
