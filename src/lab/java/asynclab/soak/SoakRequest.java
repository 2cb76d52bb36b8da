package asynclab.soak;

import java.util.List;
import java.util.Set;

/**
 * One request of the soak.
 *
 * @param name the pattern, for the report
 * @param bodyBytes of the request's body
 * @param leaveMillis the time after which the client leaves, if its behavior is to leave
 * @param mayBeCut whether the server may end the connection without a complete response
 * @param statuses allowed besides 503, which is always allowed
 * @param plannedMillis the hold time of an asynchronous pattern; -1 if its lateness is not measured
 * @param expectedText every response other than 503 must contain it in its head or in the first bytes of its body
 */
record SoakRequest(
        String name,
        String method,
        String target,
        int bodyBytes,
        Behavior behavior,
        int leaveMillis,
        boolean mayBeCut,
        Set<Integer> statuses,
        int plannedMillis,
        String expectedText) {

    /** What a client does with its connection. */
    enum Behavior {
        /** Sends, waits and reads. */
        NORMAL,
        /** Reads, or sends its body, in small pieces. */
        SLOW,
        RESETS_IN_HEAD,
        RESETS_IN_BODY,
        RESETS_WHILE_WAITING,
        RESETS_AT_FIRST_BYTES,
        /** Closes the connection in order (FIN). */
        CLOSES_WHILE_WAITING
    }

    /**
     * These paths answer 502 if the gateway's client finds its connection to the backend closed. This happens a few times shortly
     * after the start of the server.
     */
    private static final List<String> CALL_BACKEND =
            List.of("/reactiveendpoint", "/router-", "/standardendpoint", "/wrongreactiveendpoint", "/routing-slip-");

    /** Asynchronous patterns that wait only for a timer, and not for a pool or a backend. */
    static final Set<String> LATENESS_MEASURED =
            Set.of("/async", "/warm", "/process-non-blocking", "/hello-servlet", "/slowendpoint");

    static SoakRequest get(String name, String target, Set<Integer> statuses, String expectedText) {
        return new SoakRequest(name, "GET", target, 0, Behavior.NORMAL, 0, false, statuses, -1, expectedText);
    }

    static SoakRequest held(String path, int millis) {
        int planned = LATENESS_MEASURED.contains(path) ? millis : -1;
        String header = "X-Planned-Ms: " + millis + "\r\n";
        return new SoakRequest(
                path, "GET", path + "?ms=" + millis, 0, Behavior.NORMAL, 0, false, Set.of(200), planned, header);
    }

    /** A request whose response the server may cut. */
    static SoakRequest cut(String name, String target) {
        return new SoakRequest(name, "GET", target, 0, Behavior.NORMAL, 0, true, Set.of(200), -1, "");
    }

    static SoakRequest upload(int bytes, String query, int status, Behavior behavior) {
        String count = status == 200 ? "{\"bytes\":" + bytes + "," : "";
        return new SoakRequest(
                "/upload", "POST", "/upload" + query, bytes, behavior, 0, false, Set.of(status), -1, count);
    }

    SoakRequest with(Behavior other, int millis) {
        return new SoakRequest(
                name, method, target, bodyBytes, other, millis, mayBeCut, statuses, plannedMillis, expectedText);
    }

    boolean isSlow() {
        return behavior == Behavior.SLOW;
    }

    boolean mayFailByBackend() {
        return CALL_BACKEND.stream().anyMatch(target::startsWith);
    }
}
