package asynclab.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * What the clients of the soak ask for: every pattern of {@code web.xml} in fixed shares, well-behaved or not. A function of the
 * generator it is given, so one seed is one mix. Immutable.
 *
 * <p>Not in it: {@code /virtual}, which needs a JDK 21; the model, which holds nothing; the mistakes, which leak on purpose.
 */
final class SoakMix {

    /** What a client does with its connection. */
    enum Manner {
        GOOD, // sends, waits, reads
        SLOW, // reads, or sends its body, in small pieces
        HALF_HEAD, // resets the connection in the middle of the head
        HALF_BODY, // in the middle of its body
        WAITING, // while it waits
        READING, // at the first bytes of the answer
        LEAVING // while it waits, and without a reset
    }

    /**
     * One request.
     *
     * @param name the pattern, for the report
     * @param bodyBytes of the request's body
     * @param leaveMillis after how long a client leaves that does
     * @param mayBeCut whether the server may end the connection without a whole answer
     * @param statuses besides 503, which is always an answer
     * @param plannedMillis how long an asynchronous pattern is to hold it; -1 if that is not measured
     * @param says what an answer other than 503 must contain in its head or the first bytes of its body
     */
    record Ask(
            String name,
            String method,
            String target,
            int bodyBytes,
            Manner manner,
            int leaveMillis,
            boolean mayBeCut,
            Set<Integer> statuses,
            int plannedMillis,
            String says) {

        private static Ask get(String name, String target, int status, String says) {
            return new Ask(name, "GET", target, 0, Manner.GOOD, 0, false, Set.of(status), -1, says);
        }

        private static Ask held(String path, int millis) {
            int planned = MEASURED.contains(path) ? millis : -1;
            String says = "X-Planned-Ms: " + millis + "\r\n";
            return new Ask(path, "GET", path + "?ms=" + millis, 0, Manner.GOOD, 0, false, Set.of(200), planned, says);
        }

        private static Ask cut(String name, String target) {
            return new Ask(name, "GET", target, 0, Manner.GOOD, 0, true, Set.of(200), -1, "");
        }

        private static Ask upload(int bytes, String query, int status, Manner manner) {
            String says = status == 200 ? "{\"bytes\":" + bytes + "," : "";
            return new Ask("/upload", "POST", "/upload" + query, bytes, manner, 0, false, Set.of(status), -1, says);
        }

        boolean mayFailByBackend() {
            return BY_BACKEND.stream().anyMatch(target::startsWith);
        }

        private Ask with(Manner other, int millis) {
            return new Ask(name, method, target, bodyBytes, other, millis, mayBeCut, statuses, plannedMillis, says);
        }
    }

    private record Kind(int share, Function<SplittableRandom, Ask> draw) {}

    private static final int ABORTS_PER_CENT = 12;
    /** What answers 502 when the JDK's client finds its connection to the backend closed: a few times while all is still cold. */
    private static final List<String> BY_BACKEND =
            List.of("/reactiveendpoint", "/router-", "/standardendpoint", "/wrongreactiveendpoint", "/routing-slip-");

    /** Asynchronous, with nothing to wait for but the time: no pool and no backend. */
    private static final Set<String> MEASURED =
            Set.of("/async", "/warm", "/process-non-blocking", "/hello-servlet", "/slowendpoint");

    private final List<Kind> kinds = new ArrayList<>();
    private final int shares;

    SoakMix() {
        held("/async", 200, 500, 5_000);
        held("/warm", 30, 500, 5_000);
        held("/process-non-blocking", 80, 1_000, 4_000);
        held("/hello-servlet", 20, 1_000, 6_000);
        held("/slowendpoint", 30, 100, 1_000);
        for (String path : List.of("/blocking", "/sync", "/process-blocking", "/syncTest", "/hello-servlet-blocking"))
            held(path, 8, 5, 60);
        held("/worker", 20, 10, 80);
        held("/asyncTest", 20, 100, 400);
        for (String path : List.of("/reactiveendpoint", "/router-non-blocking")) held(path, 40, 300, 3_000);
        for (String path :
                List.of("/standardendpoint", "/wrongreactiveendpoint", "/callableendpoint", "/router-blocking"))
            held(path, 5, 10, 60);
        held("/deferredendpoint", 2, 5, 20);
        held("/permit", 40, 10, 60);
        fixed(30, "/aggregate", "/aggregate-non-blocking?lookupMs=20&ms=500&deadlineMs=20000", 200, "\"status\":");
        fixed(
                10,
                "/aggregate, a call is late",
                "/aggregate-non-blocking?lookupMs=20&mix=50:100,50:9000&deadlineMs=2000",
                200,
                "\"status\":");
        fixed(3, "/aggregate-blocking", "/aggregate-blocking?lookupMs=10&ms=20&deadlineMs=20000", 200, "\"status\":");
        fixed(20, "/routing-slip", "/routing-slip-non-blocking?calls=4&stepMs=150", 200, "\"status\":\"Ok\"");
        fixed(3, "/routing-slip-blocking", "/routing-slip-blocking?calls=2&stepMs=10", 200, "\"status\":\"Ok\"");

        fixed(40, "/async, too late", "/async?ms=9000&timeoutMs=700", 503, "");
        fixed(10, "/permit, too late", "/permit?ms=5&timeoutMs=20", 200, "");
        fixed(10, "/reactiveendpoint, too late", "/reactiveendpoint?ms=9000&timeoutMs=900", 503, "");
        fixed(10, "/routing-slip, too late", "/routing-slip-non-blocking?stepMs=1000&timeoutMs=1500", 503, "");
        fixed(10, "/async, not understood", "/async?ms=soon", 400, "\"parameter\":\"ms\"");

        kinds.add(new Kind(40, r -> {
            var poll = Ask.get("/long-poll", "/long-poll?timeoutMs=" + r.nextInt(50, 3_000), 200, "");
            return new Ask(poll.name, "GET", poll.target, 0, Manner.GOOD, 0, false, Set.of(200, 204), -1, "");
        }));
        kinds.add(new Kind(
                20,
                r -> Ask.get(
                        "/events", "/events?heartbeatMs=500&timeoutMs=" + r.nextInt(1_000, 6_000), 200, ": welcome")));
        fixed(4, "/publish", "/publish?text=something+new", 200, "{\"id\":");
        fixed(2, "/permits", "/permits", 200, "\"permits\":4");

        kinds.add(new Kind(10, r -> Ask.get("/download", "/download?bytes=" + r.nextInt(400_000), 200, "")));
        kinds.add(new Kind(6, r -> Ask.get("/download, slowly", "/download?bytes=4000000", 200, "")
                .with(Manner.SLOW, 0)));
        kinds.add(new Kind(4, r -> Ask.cut("/download, too slowly", "/download?bytes=9000000&timeoutMs=2000")
                .with(Manner.SLOW, 0)));
        kinds.add(new Kind(10, r -> Ask.upload(r.nextInt(1, 400_000), "", 200, Manner.GOOD)));
        kinds.add(new Kind(5, r -> Ask.upload(r.nextInt(100_000, 400_000), "", 200, Manner.SLOW)));
        kinds.add(new Kind(2, r -> Ask.upload(400_000, "?timeoutMs=500", 200, Manner.SLOW)));
        kinds.add(new Kind(3, r -> Ask.upload(400_000, "", 200, Manner.HALF_BODY)));
        kinds.add(new Kind(1, r -> Ask.upload(20_000_001, "", 413, Manner.GOOD)));

        String faulty = "/faulty?ms=100&timeoutMs=1000&fault=";
        fixed(5, "/faulty status", faulty + "status-500", 500, "A fault on purpose.");
        fixed(5, "/faulty never", faulty + "never", 503, "");
        fixed(5, "/faulty dribble", "/faulty?ms=10&bytes=10&fault=dribble", 200, "");
        for (String fault : List.of("empty", "reset", "truncated"))
            kinds.add(new Kind(5, r -> Ask.cut("/faulty " + fault, faulty + fault)));
        shares = kinds.stream().mapToInt(Kind::share).sum();
    }

    private void held(String path, int share, int minMillis, int maxMillis) {
        // A gateway passes on what it has planned, the aggregators what their backend has.
        kinds.add(new Kind(share, r -> Ask.held(path, r.nextInt(minMillis, maxMillis))));
    }

    private void fixed(int share, String name, String target, int status, String says) {
        kinds.add(new Kind(share, r -> Ask.get(name, target, status, says)));
    }

    /** The next request; one in eight is given up on by its client, at one of several points. */
    Ask next(SplittableRandom random) {
        int left = random.nextInt(shares);
        for (Kind kind : kinds) {
            left -= kind.share;
            if (left < 0) return behaved(kind.draw.apply(random), random);
        }
        throw new IllegalStateException("beyond all shares");
    }

    private static Ask behaved(Ask ask, SplittableRandom random) {
        int fate = random.nextInt(100);
        int leaveMillis = random.nextInt(1_500);
        if (ask.manner != Manner.GOOD || fate >= ABORTS_PER_CENT) return ask;
        return ask.with(
                switch (fate % 4) {
                    case 0 -> Manner.HALF_HEAD;
                    case 1 -> Manner.READING;
                    case 2 -> Manner.WAITING;
                    default -> Manner.LEAVING;
                },
                leaveMillis);
    }
}
