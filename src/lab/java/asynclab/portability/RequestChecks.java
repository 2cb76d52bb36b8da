package asynclab.portability;

import asynclab.client.RawConnection;
import asynclab.result.Summary;
import asynclab.server.ApplicationClient;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/** Wire checks of one or two requests each. */
final class RequestChecks {

    static final String HEAD = "HEAD has the headers of GET, no body, and leaves the connection clean";

    private final ApplicationClient application;

    RequestChecks(ApplicationClient application) {
        this.application = application;
    }

    List<WireCheck> all() {
        return List.of(
                WireCheck.of("GET is answered with its planned hold time", this::get),
                WireCheck.of(HEAD, this::head),
                WireCheck.of("two requests sent at once are answered in order on one connection", this::pipelined),
                WireCheck.of("an invalid parameter gets 400 and a message that names it", this::invalid),
                WireCheck.of("another method gets 405", this::otherMethod),
                WireCheck.of("TRACE returns nothing of the request", this::trace),
                WireCheck.of("a request beyond its deadline gets 503 and Retry-After", this::late),
                WireCheck.of("a large body by WriteListener arrives whole", this::download),
                WireCheck.of("a large body by ReadListener is read whole", this::upload),
                WireCheck.of("an unknown URL gets a 404 that does not name the server", this::unknown),
                WireCheck.of(
                        "the answer to a malformed request shows no version, class or stack trace", this::malformed));
    }

    /** @return null if the response is as expected, or its text */
    private static String unless(RawConnection.Response response, Predicate<RawConnection.Response> expected) {
        return response != null && expected.test(response) ? null : String.valueOf(response);
    }

    private String get() throws IOException {
        return unless(
                application.get("/async?ms=7"),
                response -> response.status() == 200
                        && response.text().equals("ok")
                        && "7".equals(response.header("X-Planned-Ms")));
    }

    private String head() throws IOException {
        try (var connection = application.connect()) {
            var get = connection.get("/async?ms=5");
            var head = connection.ask("HEAD /async?ms=5 HTTP/1.1").read("HEAD");
            var next = connection.get("/async?ms=5");
            if (head == null || next == null || next.status() != 200) return "the connection is not clean: " + next;
            for (String name : List.of("Content-Type", "Content-Length", "X-Planned-Ms"))
                if (get.header(name) != null && !get.header(name).equals(head.header(name)))
                    return name + " is " + head.header(name) + " instead of " + get.header(name);
            return head.status() == 200 ? null : head.toString();
        }
    }

    private String pipelined() throws IOException {
        try (var connection = application.connect()) {
            String second = "GET /async?ms=1 HTTP/1.1\r\nHost: localhost\r\n\r\n";
            connection.send("GET /async?ms=30 HTTP/1.1\r\nHost: localhost\r\n\r\n" + second);
            var one = connection.read("GET");
            var two = connection.read("GET");
            return one != null
                            && two != null
                            && "30".equals(one.header("X-Planned-Ms"))
                            && "1".equals(two.header("X-Planned-Ms"))
                    ? null
                    : one + ", " + two;
        }
    }

    private String invalid() throws IOException {
        var response = application.get("/async?ms=-1");
        JsonNode body = Summary.mapper().readTree(response.text());
        return response.status() == 400 && "ms".equals(body.path("parameter").asText()) ? null : response.toString();
    }

    private String otherMethod() throws IOException {
        try (var connection = application.connect()) {
            connection.ask("POST /async HTTP/1.1", "Content-Length: 0", "Connection: close");
            return unless(connection.read("POST"), response -> response.status() == 405);
        }
    }

    private String trace() throws IOException {
        try (var connection = application.connect()) {
            var response = connection
                    .ask("TRACE /async HTTP/1.1", "X-Secret: mine", "Connection: close")
                    .read("TRACE");
            return response == null || !response.text().contains("mine") ? null : response.toString();
        }
    }

    private String late() throws IOException {
        return unless(
                application.get("/async?ms=60000&timeoutMs=50"),
                response -> response.status() == 503 && "1".equals(response.header("Retry-After")));
    }

    private String download() throws IOException {
        int length = application.get("/download?bytes=1000000").body().length;
        return length == 1_000_000 ? null : length + " bytes";
    }

    private String upload() throws IOException {
        try (var connection = application.connect()) {
            connection.ask("POST /upload HTTP/1.1", "Content-Length: 100000", "Connection: close");
            for (int i = 0; i < 10; i++) connection.send("x".repeat(10_000));
            return unless(
                    connection.read("POST"),
                    response -> response.status() == 200 && response.text().contains("100000"));
        }
    }

    private String unknown() throws IOException {
        return unless(
                application.get("/nothing-here"),
                response -> response.status() == 404
                        && response.header("Server") == null
                        && response.text().equals("{\"error\":\"There is nothing at this URL.\"}"));
    }

    private String malformed() throws IOException {
        try (var connection = application.connect()) {
            connection.send("GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            var response = connection.read("GET");
            if (response == null) return null; // the server has closed the connection, which shows nothing
            boolean tells = response.header("Server") != null
                            && response.header("Server").matches(".*\\d.*")
                    || response.text()
                            .matches("(?is).*(\\bat (java|org|io)\\.|(jetty|tomcat|payara|undertow)[^<]*\\d\\.\\d).*");
            return tells ? response.toString() : null;
        }
    }
}
