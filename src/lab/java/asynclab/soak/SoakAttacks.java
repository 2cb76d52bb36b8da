package asynclab.soak;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * The attacks of the soak's hostile clients, in equal shares. Each client repeats one kind of attack, on a new connection after
 * some seconds. The attacks depend on the random generator only, so a seed determines the sequence.
 */
final class SoakAttacks {

    private static final int RECONNECT_MILLIS = 2_000;
    private static final int TIMES = 500;
    private static final String MEGABYTE = "Content-Length: 1000000";
    private static final String TOO_LONG = "Content-Length: 20000001";

    private static final List<String> PIPELINED = List.of(
            "GET /async?ms=1&bytes=8000",
            "GET /async?ms=x",
            "DELETE /async",
            "GET /nothing-here",
            "GET /stats",
            "GET /predict?users=2&ms=1",
            "GET /index.html",
            "GET /download?bytes=1000000");

    private static final List<String> READ = List.of("GET /download?bytes=20000000", "GET /events?heartbeatMs=500");

    /** Each kind draws its next attack. */
    static final List<Function<SplittableRandom, Attack>> KINDS = List.of(
            random -> lasting(random, Attack.pipelining(oneOf(random, PIPELINED), TIMES)),
            random -> lasting(random, Attack.readingSlowly(oneOf(random, READ))),
            random -> lasting(random, Attack.dripping(Attack.open("GET /async?ms=1") + "X-Drip: ", "x"))
                    .named("head drips"),
            random -> lasting(random, Attack.dripping(Attack.head("POST /upload", MEGABYTE), "x"))
                    .named("body drips"),
            random -> lasting(random, Attack.dripping(Attack.head("POST /async?ms=1", MEGABYTE), "x"))
                    .named("body drips after 405"),
            random -> lasting(random, Attack.dripping(Attack.head("POST /upload", TOO_LONG), "x"))
                    .named("body drips after 413"),
            random -> lasting(random, halfUpload().halfClosing()).named("sends half and closes its side"),
            random -> halfUpload().lasting(random.nextInt(50, 500)).named("sends half and vanishes"),
            random -> lasting(random, Attack.dripping("", "")).named("says nothing"),
            random -> Attack.dripping(Attack.head("GET /download?bytes=2000000"), "")
                    .lasting(random.nextInt(5, 200))
                    .named("reads a little and vanishes"),
            random -> lasting(random, Attack.pipelining("HEAD /download?bytes=20000000", TIMES))
                    .named("pipelines HEAD /download"));

    private SoakAttacks() {}

    static HostileClients clients(int port, int number, long seed) {
        var clients = new HostileClients(port, seed, RECONNECT_MILLIS);
        for (int i = 0; i < number; i++) clients.add(1, KINDS.get(i % KINDS.size()));
        return clients;
    }

    private static Attack halfUpload() {
        return Attack.dripping(Attack.head("POST /upload", MEGABYTE) + "half", "");
    }

    private static Attack lasting(SplittableRandom random, Attack attack) {
        return attack.lasting(random.nextInt(2_000, 20_000));
    }

    private static String oneOf(SplittableRandom random, List<String> requests) {
        return requests.get(random.nextInt(requests.size()));
    }
}
