package asynclab.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import asynclab.lab.Server;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Deployed again and again: nobody who waits is forgotten, and nothing of the application before stays behind. */
abstract class RedeployContract extends ServerContract {

    private static final int REDEPLOYS = 20;

    /** Whatever has an owner: a thread, a timer, a class of a driver, a client. */
    private static final List<String> EACH_ONCE = List.of(
            "/async?ms=1",
            "/blocking?ms=1",
            "/worker?ms=1",
            "/asyncTest?ms=1",
            "/reactiveendpoint?ms=1&timeoutMs=10000",
            "/aggregate-non-blocking?lookupMs=1&ms=1",
            "/predict?users=2&ms=1",
            "/publish?text=x");

    private static final List<String> WAITING = List.of(
            "/async?ms=600000",
            "/async?ms=600000",
            "/blocking?ms=600000",
            "/worker?ms=600000",
            "/asyncTest?ms=600000",
            "/permit?ms=600000",
            "/long-poll?timeoutMs=600000");

    @Override
    Server.Settings settings() {
        return named("")
                .withJvmFlags(List.of(
                        "-Dasynclab.backend=http://127.0.0.1:1", // where nobody listens: calls fail at once
                        "-XX:SoftRefLRUPolicyMSPerMB=0")); // what is held only softly counts as let go
    }

    @Test
    void twenty_redeploys_leave_no_thread_and_no_class_loader_behind() throws Exception {
        redeployWhileSomeWait(); // whatever the container starts on first use has started
        List<String> threads = threads();
        for (int i = 0; i < REDEPLOYS; i++) redeployWhileSomeWait();
        Await.until("as many threads as before: " + threads, () -> threads().size() == threads.size());
        Await.until(
                "one class loader, the last",
                () -> server().probe().instances(server().probe().applicationClassLoader()) == 1);
        assertEquals(1, server().probe().instances("asynclab.exchange.Exchanges"));
        assertFalse(Files.readString(server().log()).contains("leak"), () -> "see " + server().log());
    }

    private void redeployWhileSomeWait() throws Exception {
        for (String path : EACH_ONCE) get(path);
        var waiting = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (String path : WAITING) waiting.add(getLater(path));
        Await.until("all are inside", () -> ledger("inFlight") == WAITING.size());
        server().probe().stopApplication();
        for (var response : waiting) {
            assertEquals(503, response.join().statusCode());
            assertEquals(
                    "5", response.join().headers().firstValue("Retry-After").orElseThrow());
        }
        server().probe().startApplication();
        Await.until("it serves", () -> server().probe().port() > 0);
        assertEquals("ok", get("/async?ms=1").body());
    }

    /** Without those that only look at the server, or come and go with its own housekeeping. */
    private List<String> threads() {
        return server().probe().threadNames().stream()
                .filter(name -> !name.matches("(RMI|JMX|Attach|Catalina-utility).*"))
                .toList();
    }
}
