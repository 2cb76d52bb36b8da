package asynclab.portability;

import asynclab.client.RawConnection;
import asynclab.exchange.Ending;
import asynclab.exchange.Ledger;
import asynclab.server.ApplicationClient;
import asynclab.server.Server;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks what a client receives from the WAR on any container, over raw sockets. They are a small part of the wire contract that
 * the tests check. The checks do not depend on each other.
 */
final class WireChecks {

    static final String STOPPED = "requests that wait when the server is stopped get 503 and Retry-After";
    static final String UNDEPLOYED =
            "requests that wait when the application is undeployed get 503, and its threads end";

    /** More than the container has threads. */
    private static final int WAITING = 200;

    private static final String NOT_INSIDE = "the requests did not reach the servlet";
    private static final int ABORTED = 20;
    private static final int LEFT = 20;
    private static final int MOST_NEW_THREADS = 20; // the container's housekeeping, and JMX's own

    private final Server server;
    private final ApplicationClient application;
    private final List<WireCheck> checks = new ArrayList<>();
    private String abort = "";

    WireChecks(Server server) {
        this.server = server;
        application = server.application();
    }

    List<WireCheck> checks() {
        return checks;
    }

    /** Whether the application is told that a client has closed its connection, in a few words. */
    String abort() {
        return abort;
    }

    /** All checks that leave the application running. */
    void serving() {
        checks.addAll(new RequestChecks(application).all());
        checks.add(WireCheck.of(WAITING + " waiting requests hold no thread of a pool of 100", this::waiting));
        checks.add(WireCheck.of("each request whose client has gone is counted once", this::aborted));
    }

    private String waiting() throws IOException {
        sendAndRead(WAITING, "/async?ms=1"); // starts everything that starts at its first use
        int before = threadNames().size();
        var connections = send(WAITING, "/async?ms=8000");
        try {
            if (!application.awaitInFlight(WAITING))
                return "only " + application.ledger().inFlight() + " requests reached the servlet";
            if (application.get("/blocking?ms=1").status() != 200) return "no thread was free for a blocking request";
            int more = threadNames().size() - before;
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
        Ledger.Snapshot before = application.ledger();
        var connections = send(ABORTED, "/async?ms=6000");
        if (!application.awaitInFlight(ABORTED)) return NOT_INSIDE;
        long began = System.nanoTime();
        for (RawConnection connection : connections) connection.vanish();
        if (!application.awaitInFlight(0)) return "the requests stay in flight";
        boolean atOnce = System.nanoTime() - began < 3_000_000_000L; // half the hold time
        Ledger.Snapshot after = application.ledger();
        long gone = after.ended(Ending.CLIENT_GONE) - before.ended(Ending.CLIENT_GONE);
        long answered = after.ended(Ending.ANSWERED) - before.ended(Ending.ANSWERED);
        abort = (gone == ABORTED ? "told" : gone == 0 ? "not told" : "told of " + gone + " in " + ABORTED)
                + (gone == 0 ? "" : atOnce ? " at once" : " when it answers");
        return gone + answered == ABORTED ? null : gone + " client gone and " + answered + " answered of " + ABORTED;
    }

    /** Stops the server, and checks the answers to requests that wait then. */
    void stopping() {
        checks.add(WireCheck.of(STOPPED, () -> {
            var left = send(LEFT, "/async?ms=600000");
            if (!application.awaitInFlight(LEFT)) return NOT_INSIDE;
            boolean ended = server.stop();
            String seen = answers(left);
            return !ended ? "the server had to be killed after twenty seconds; " + seen : seen;
        }));
    }

    /** Undeploys the application while the server goes on, and checks the answers to requests that wait then. */
    void undeploying() {
        if (!server.undeploys()) return;
        checks.add(WireCheck.of(UNDEPLOYED, () -> {
            var left = send(LEFT, "/async?ms=600000");
            if (!application.awaitInFlight(LEFT)) return NOT_INSIDE;
            server.undeploy();
            String seen = answers(left);
            if (seen != null) return seen;
            boolean gone = ApplicationClient.await(
                    30, () -> threadNames().stream().noneMatch(name -> name.startsWith("asynclab")));
            return gone && server.isAlive() ? null : "the application's threads still run";
        }));
    }

    /** The threads of the server's JVM, without those that JMX needs. */
    private List<String> threadNames() {
        return server.probe().threadNames().stream()
                .filter(name -> !name.matches("(RMI|JMX|Attach).*"))
                .toList();
    }

    /** Sends requests, each on a connection of its own. */
    private List<RawConnection> send(int requests, String path) throws IOException {
        var connections = new ArrayList<RawConnection>();
        for (int i = 0; i < requests; i++) connections.add(application.connect().ask("GET " + path + " HTTP/1.1"));
        return connections;
    }

    private void sendAndRead(int requests, String path) throws IOException {
        for (RawConnection connection : send(requests, path)) {
            connection.read("GET");
            connection.close();
        }
    }

    /** @return null if each answer was 503 with Retry-After; otherwise how many were not, and one of those */
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
