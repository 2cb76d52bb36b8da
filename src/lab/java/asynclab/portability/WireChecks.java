package asynclab.portability;

import asynclab.client.RawConnection;
import asynclab.result.Summary;
import asynclab.server.RunningContainer;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a client sees of the WAR whatever it runs on: a small part of the wire contract of the tests, over raw sockets, so that it
 * can be asked of any container. Each check is its own; one that fails says what was seen instead.
 */
final class WireChecks {

    static final String HEAD = "HEAD has the headers of GET, no body, and leaves the connection clean";
    static final String STOPPED = "requests that wait when the server is stopped get 503 and Retry-After";
    static final String UNDEPLOYED =
            "requests that wait when the application is undeployed get 503, and its threads end";

    /** More than the container has threads. */
    private static final int WAITING = 200;

    private static final String NOT_INSIDE = "the requests did not reach the servlet";
    private static final int ABORTED = 20;
    private static final int LEFT = 20;
    private static final int MOST_NEW_THREADS = 20; // the container's own housekeeping, and ours that looks

    /** @param seen what was, if not what should have been; null if it was */
    record Check(String name, String seen) {
        @JsonIgnore
        boolean holds() {
            return seen == null;
        }
    }

    private interface Question {
        /** @return null, or what was seen instead of what should be */
        String ask() throws IOException;
    }

    private final RunningContainer container;
    private final List<Check> checks = new ArrayList<>();
    private String abort = "";

    WireChecks(RunningContainer container) {
        this.container = container;
    }

    List<Check> checks() {
        return checks;
    }

    /** What became of requests whose client had gone, in a few words. */
    String abort() {
        return abort;
    }

    private void check(String name, Question question) {
        String seen;
        try {
            seen = question.ask();
        } catch (IOException | RuntimeException e) {
            seen = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        }
        checks.add(new Check(name, seen));
    }

    /** Everything but how it ends. */
    void serving() {
        check("GET is answered with its planned hold time", () -> {
            var response = container.get("/async?ms=7");
            return response.status() == 200
                            && response.text().equals("ok")
                            && "7".equals(response.header("X-Planned-Ms"))
                    ? null
                    : response.toString();
        });
        check(HEAD, this::head);
        check("two requests sent at once are answered in order on one connection", this::pipelined);
        check("an invalid parameter gets 400 and a message that names it", () -> {
            var response = container.get("/async?ms=-1");
            JsonNode body = Summary.mapper().readTree(response.text());
            return response.status() == 400
                            && "ms".equals(body.path("parameter").asText())
                    ? null
                    : response.toString();
        });
        check("another method gets 405", () -> {
            try (var connection = container.connect()) {
                var response = connection
                        .ask("POST /async HTTP/1.1", "Content-Length: 0", "Connection: close")
                        .read("POST");
                return response != null && response.status() == 405 ? null : String.valueOf(response);
            }
        });
        check("TRACE returns nothing of the request", () -> {
            try (var connection = container.connect()) {
                var response = connection
                        .ask("TRACE /async HTTP/1.1", "X-Secret: mine", "Connection: close")
                        .read("TRACE");
                return response == null || !response.text().contains("mine") ? null : response.toString();
            }
        });
        check("a request beyond its deadline gets 503 and Retry-After", () -> {
            var response = container.get("/async?ms=60000&timeoutMs=50");
            return response.status() == 503 && "1".equals(response.header("Retry-After")) ? null : response.toString();
        });
        check("a large body by WriteListener arrives whole", () -> {
            int length = container.get("/download?bytes=1000000").body().length;
            return length == 1_000_000 ? null : length + " bytes";
        });
        check("a large body by ReadListener is read whole", this::upload);
        check("an unknown URL gets a 404 that does not name the server", () -> {
            var response = container.get("/nothing-here");
            return response.status() == 404
                            && response.header("Server") == null
                            && response.text().equals("{\"error\":\"There is nothing at this URL.\"}")
                    ? null
                    : response.toString();
        });
        check("the answer to a malformed request shows no version, class or stack trace", this::noRequest);
        check(WAITING + " waiting requests hold no thread of a pool of 100", this::waiting);
        check("each request whose client has gone is counted once", this::aborted);
    }

    private String head() throws IOException {
        try (var connection = container.connect()) {
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
        try (var connection = container.connect()) {
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

    private String upload() throws IOException {
        try (var connection = container.connect()) {
            connection.ask("POST /upload HTTP/1.1", "Content-Length: 100000", "Connection: close");
            for (int i = 0; i < 10; i++) connection.send("x".repeat(10_000));
            var response = connection.read("POST");
            return response != null
                            && response.status() == 200
                            && response.text().contains("100000")
                    ? null
                    : String.valueOf(response);
        }
    }

    private String noRequest() throws IOException {
        try (var connection = container.connect()) {
            connection.send("GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            var response = connection.read("GET");
            if (response == null) return null; // closed, which says nothing either
            boolean tells = response.header("Server") != null
                            && response.header("Server").matches(".*\\d.*")
                    || response.text()
                            .matches("(?is).*(\\bat (java|org|io)\\.|(jetty|tomcat|payara|undertow)[^<]*\\d\\.\\d).*");
            return tells ? response.toString() : null;
        }
    }

    private String waiting() throws IOException {
        ask(WAITING, "/async?ms=1"); // whatever starts on first use has started
        int before = container.threadNames().size();
        var connections = sent(WAITING, "/async?ms=8000");
        try {
            if (!container.awaitInFlight(WAITING))
                return "only " + container.ledger().get("inFlight") + " requests reached the servlet";
            if (container.get("/blocking?ms=1").status() != 200) return "no thread was free for a blocking request";
            int more = container.threadNames().size() - before;
            for (RawConnection connection : connections) {
                var response = connection.read("GET");
                if (response == null || response.status() != 200) return String.valueOf(response);
            }
            return more <= MOST_NEW_THREADS ? null : more + " additional threads";
        } finally {
            for (RawConnection connection : connections) connection.close();
        }
    }

    private String aborted() throws IOException {
        Map<String, Long> before = container.ledger();
        var connections = sent(ABORTED, "/async?ms=6000");
        if (!container.awaitInFlight(ABORTED)) return NOT_INSIDE;
        long began = System.nanoTime();
        for (RawConnection connection : connections) connection.vanish();
        if (!container.awaitInFlight(0)) return "the requests stay in flight";
        boolean atOnce = System.nanoTime() - began < 3_000_000_000L; // half the hold time
        Map<String, Long> after = container.ledger();
        long gone = after.get("clientGone") - before.get("clientGone");
        long answered = after.get("answered") - before.get("answered");
        abort = (gone == ABORTED ? "told" : gone == 0 ? "not told" : "told of " + gone + " in " + ABORTED)
                + (gone == 0 ? "" : atOnce ? " at once" : " when it answers");
        return gone + answered == ABORTED ? null : gone + " client gone and " + answered + " answered of " + ABORTED;
    }

    private List<RawConnection> sent(int requests, String path) throws IOException {
        var connections = new ArrayList<RawConnection>();
        for (int i = 0; i < requests; i++) connections.add(container.connect().ask("GET " + path + " HTTP/1.1"));
        return connections;
    }

    private void ask(int requests, String path) throws IOException {
        for (RawConnection connection : sent(requests, path)) {
            connection.read("GET");
            connection.close();
        }
    }

    /** Stops the container. */
    void stopping() {
        check(STOPPED, () -> {
            var left = sent(LEFT, "/async?ms=600000");
            if (!container.awaitInFlight(LEFT)) return NOT_INSIDE;
            boolean ended = container.stop();
            String seen = answers(left);
            return !ended ? "the server had to be killed after twenty seconds; " + seen : seen;
        });
    }

    /** Undeploys the application; the container goes on. */
    void undeploying() {
        if (!container.undeploys()) return;
        check(UNDEPLOYED, () -> {
            var left = sent(LEFT, "/async?ms=600000");
            if (!container.awaitInFlight(LEFT)) return NOT_INSIDE;
            container.undeploy();
            String seen = answers(left);
            if (seen != null) return seen;
            boolean gone = container.await(30, () -> {
                try {
                    return container.threadNames().stream().noneMatch(name -> name.startsWith("asynclab"));
                } catch (IOException e) {
                    return false;
                }
            });
            return gone && container.isAlive() ? null : "the application's threads still run";
        });
    }

    /** @return null if each was 503 with Retry-After, or how many were not, and what one of them was */
    private static String answers(List<RawConnection> left) throws IOException {
        int otherwise = 0;
        String example = null;
        for (RawConnection connection : left) {
            try (connection) {
                var response = connection.read("GET");
                if (response != null && response.status() == 503 && response.header("Retry-After") != null) continue;
                otherwise++;
                example = response == null ? "closed without an answer" : response.toString();
            } catch (IOException e) {
                otherwise++;
                example = e.getMessage();
            }
        }
        return otherwise == 0 ? null : otherwise + " of " + left.size() + ": " + example;
    }
}
