package asynclab.wire.slow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.soak.Attack;
import asynclab.soak.HostileClients;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.BlockedThreads;
import asynclab.wire.fixture.ServerContract;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Slow and hostile clients, more of them than there are request threads, and the assertion that other clients are answered while
 * the attack lasts. An attack lasts until its test ends it: no connection is idle for too long, and a client whose connection the
 * server closes opens another. So an answer proves that it did not wait for the attackers.
 */
abstract class UnderAttack extends ServerContract {

    /** More than the pool has threads. */
    static final int MANY = 30;

    /** Few, so that it takes few attackers to hold them all if anything can hold one. */
    private static final int THREADS = 20;

    private static final int AGAIN_MILLIS = 500;

    private static final int MORE_DESCRIPTORS = 8; // JMX's connections, a file of a class just loaded

    /** Twice that of a server's answer, so that a few answers fill it. */
    private static final int SEND_BYTES = 16 * 1024;

    HostileClients hostile;

    private long descriptorsBefore;

    long startedBefore;

    /** No connection ends because it is idle. */
    @Override
    protected ServerSettings settings() {
        return robust("");
    }

    ServerSettings robust(String suffix) {
        return named(suffix)
                .withRequestThreads(THREADS)
                .withJvmFlags(List.of(
                        Server.AGENT, // its threads can start an application
                        "-Dlab.idleMillis=600000",
                        "-Dlab.sendBytes=" + SEND_BYTES));
    }

    @BeforeEach
    void peace() throws Exception {
        for (var response : getMany(3, "/async?ms=1")) response.join(); // the client's own connections are open
        descriptorsBefore = server().probe().openDescriptors();
        startedBefore = ledger().started();
    }

    @AfterEach
    void the_attack_leaves_nothing_behind() throws Exception {
        if (hostile == null) return;
        hostile.close();
        hostile = null;
        try {
            assertNothingIsLeft();
        } catch (Exception | AssertionError e) { // of this test
            beginAnewByForce();
            throw e;
        }
    }

    private void assertNothingIsLeft() throws Exception {
        Await.until("nothing is in flight", () -> ledger().inFlight() == 0);
        Await.until(
                "the sockets are closed",
                () -> server().probe().openDescriptors() <= descriptorsBefore + MORE_DESCRIPTORS);
        Await.until("every request has left the admission filter", this::nobodyIsAdmitted);
    }

    private boolean nobodyIsAdmitted() {
        // an answer without it, such as a 503, says nothing yet
        return stats().path("admission").path("all").path("inFlight").asInt(-1) == 0;
    }

    void attack(int number, Attack attack) {
        hostile = clients(server()).add(number, attack).start();
        Await.until("all have begun", () -> hostile.senders() == number);
    }

    static HostileClients clients(Server server) {
        return new HostileClients(server.port(), 1, AGAIN_MILLIS);
    }

    /** Nobody takes any more of what the attackers send; or the server is at its end. */
    void untilStuck() {
        var steady = new BooleanSupplier() {
            private static final int LOOKS = 10;
            private long last = -1;
            private int looks;

            @Override
            public boolean getAsBoolean() {
                long now = hostile.sentBytes() + ledger().started();
                looks = now == last ? looks + 1 : 0;
                last = now;
                return looks >= LOOKS;
            }
        };
        Await.until("nothing moves", steady);
    }

    void assertOthersAreAnswered() throws Exception {
        assertThreeAreAnswered();
        assertTrue(hostile.isRunning(), "the attack lasts");
        for (int look = 0; look < 3; look++) assertEquals(List.of(), BlockedThreads.in(server().probe()));
    }

    /** Each is inside, or has its answer; or the server is at its end. */
    void untilBitten() {
        Await.until(
                "all are inside or answered",
                () -> hostile.receivers() == hostile.size()
                        || ledger().inFlight() >= hostile.size()
                        || noThreadIsFree());
    }
}
