package asynclab.soak;

import asynclab.discipline.Discipline;
import asynclab.options.LabException;
import asynclab.soak.SoakRequest.Behavior;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * The requests of the soak's users: every pattern of {@code web.xml} in fixed shares. The requests depend on the random generator
 * only, so a seed determines the mix. Immutable.
 *
 * <p>The mix does not contain {@code /virtual}, which needs a JDK 21. It does not contain the model, because the model holds no
 * request. It does not contain the mistakes, because they leak on purpose.
 */
final class SoakMix {

    private record RequestKind(int share, Function<SplittableRandom, SoakRequest> draw) {}

    private static final int MOST_QUEUED_MILLIS = 5_000;
    private static final int ABORTS_PER_CENT = 12;

    private final List<RequestKind> kinds = new ArrayList<>();
    private final List<String> only;
    private final int shares;

    /** @param only the beginnings of paths; requests for other paths are left out; empty for all */
    SoakMix(List<String> only) {
        this.only = only;
        holds();
        queues();
        compositions();
        deadlines();
        streams();
        bodies();
        faults();
        shares = kinds.stream().mapToInt(RequestKind::share).sum();
        only.forEach(this::mustBeAsked);
    }

    private void mustBeAsked(String beginning) {
        var random = new SplittableRandom(1);
        if (kinds.stream().noneMatch(kind -> kind.draw.apply(random).target().startsWith(beginning)))
            throw new LabException(
                    "-Darms must be beginnings of paths that the soak requests, such as /queued/, but was \""
                            + beginning + "\".");
    }

    private void holds() {
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
    }

    /**
     * Each request has a deadline. Without a deadline, the oldest request in a newest-first queue would wait as long as the
     * overload lasts.
     */
    private void queues() {
        for (Discipline discipline : Discipline.values())
            add(6, r -> {
                String path = "/queued/" + discipline.id();
                String target = path + "?ms=" + r.nextInt(10, 60) + "&clientTimeoutMs=" + r.nextInt(50, 2_000);
                int timeoutMillis = r.nextInt(10) == 0 ? r.nextInt(20, 500) : MOST_QUEUED_MILLIS;
                return SoakRequest.get(path, target + "&timeoutMs=" + timeoutMillis, Set.of(200), "");
            });
    }

    private void compositions() {
        fixed(30, "/aggregate", "/aggregate-non-blocking?lookupMs=20&ms=500&deadlineMs=20000", 200, "\"status\":");
        fixed(
                10,
                "/aggregate, a call is late",
                "/aggregate-non-blocking?lookupMs=20&mix=50:100,50:9000&deadlineMs=2000",
                200,
                "\"status\":");
        fixed(3, "/aggregate-blocking", "/aggregate-blocking?lookupMs=10&ms=20&deadlineMs=20000", 200, "\"status\":");
        fixed(20, "/routing-slip", "/routing-slip-non-blocking?calls=4&stepMs=150", 200, "\"status\":\"Ok\"");
        fixed(10, "/phases-async", "/phases-async?cpuMs=0.2&connectionMs=10&ms=300", 200, "ok");
        fixed(3, "/phases", "/phases?cpuMs=0.2&connectionMs=10&ms=10", 200, "ok");
        fixed(3, "/routing-slip-blocking", "/routing-slip-blocking?calls=2&stepMs=10", 200, "\"status\":\"Ok\"");
    }

    private void deadlines() {
        fixed(40, "/async, too late", "/async?ms=9000&timeoutMs=700", 503, "");
        fixed(10, "/reactiveendpoint, too late", "/reactiveendpoint?ms=9000&timeoutMs=900", 503, "");
        fixed(10, "/routing-slip, too late", "/routing-slip-non-blocking?stepMs=1000&timeoutMs=1500", 503, "");
        fixed(10, "/async, not understood", "/async?ms=soon", 400, "\"parameter\":\"ms\"");
    }

    private void streams() {
        add(
                40,
                r -> SoakRequest.get(
                        "/long-poll", "/long-poll?timeoutMs=" + r.nextInt(50, 3_000), Set.of(200, 204), ""));
        add(
                20,
                r -> SoakRequest.get(
                        "/events",
                        "/events?heartbeatMs=500&timeoutMs=" + r.nextInt(1_000, 6_000),
                        Set.of(200),
                        ": welcome"));
        fixed(4, "/publish", "/publish?text=something+new", 200, "{\"id\":");
    }

    private void bodies() {
        add(10, r -> SoakRequest.get("/download", "/download?bytes=" + r.nextInt(400_000), Set.of(200), ""));
        add(6, r -> SoakRequest.get("/download, slowly", "/download?bytes=4000000", Set.of(200), "")
                .with(Behavior.SLOW, 0));
        add(4, r -> SoakRequest.cut("/download, too slowly", "/download?bytes=9000000&timeoutMs=2000")
                .with(Behavior.SLOW, 0));
        add(10, r -> SoakRequest.upload(r.nextInt(1, 400_000), "", 200, Behavior.NORMAL));
        add(5, r -> SoakRequest.upload(r.nextInt(100_000, 400_000), "", 200, Behavior.SLOW));
        add(2, r -> SoakRequest.upload(400_000, "?timeoutMs=500", 200, Behavior.SLOW));
        add(3, r -> SoakRequest.upload(400_000, "", 200, Behavior.RESETS_IN_BODY));
        add(1, r -> SoakRequest.upload(20_000_001, "", 413, Behavior.NORMAL));
    }

    private void faults() {
        String faulty = "/faulty?ms=100&timeoutMs=1000&fault=";
        fixed(5, "/faulty status", faulty + "status-500", 500, "A fault on purpose.");
        fixed(5, "/faulty never", faulty + "never", 503, "");
        fixed(5, "/faulty dribble", "/faulty?ms=10&bytes=10&fault=dribble", 200, "");
        for (String fault : List.of("empty", "reset", "truncated"))
            add(5, r -> SoakRequest.cut("/faulty " + fault, faulty + fault));
    }

    /** A gateway passes on the hold time that it has planned. An aggregator passes on its backend's. */
    private void held(String path, int share, int minMillis, int maxMillis) {
        add(share, r -> SoakRequest.held(path, r.nextInt(minMillis, maxMillis)));
    }

    private void fixed(int share, String name, String target, int status, String expectedText) {
        add(share, r -> SoakRequest.get(name, target, Set.of(status), expectedText));
    }

    private void add(int share, Function<SplittableRandom, SoakRequest> draw) {
        kinds.add(new RequestKind(share, draw));
    }

    /** The next request. The client abandons one request in eight, at one of several points. */
    SoakRequest next(SplittableRandom random) {
        SoakRequest drawn;
        do drawn = draw(random);
        while (!only.isEmpty() && only.stream().noneMatch(drawn.target()::startsWith));
        return abandonSome(drawn, random);
    }

    private SoakRequest draw(SplittableRandom random) {
        int left = random.nextInt(shares);
        for (RequestKind kind : kinds) {
            left -= kind.share;
            if (left < 0) return kind.draw.apply(random);
        }
        throw new IllegalStateException("The number drawn is beyond the sum of all shares.");
    }

    private static SoakRequest abandonSome(SoakRequest request, SplittableRandom random) {
        int fate = random.nextInt(100);
        int leaveMillis = random.nextInt(1_500);
        if (request.behavior() != Behavior.NORMAL || fate >= ABORTS_PER_CENT) return request;
        return request.with(
                switch (fate % 4) {
                    case 0 -> Behavior.RESETS_IN_HEAD;
                    case 1 -> Behavior.RESETS_AT_FIRST_BYTES;
                    case 2 -> Behavior.RESETS_WHILE_WAITING;
                    default -> Behavior.CLOSES_WHILE_WAITING;
                },
                leaveMillis);
    }
}
