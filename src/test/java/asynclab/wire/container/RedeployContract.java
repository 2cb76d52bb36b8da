package asynclab.wire.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.ContractRow;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Repeated redeploys: every waiting request is answered, and nothing of the previous application is left. */
class RedeployContract extends ServerContract {

    private static final int REDEPLOYS = 4;

    /** Whatever has an owner: a thread, a timer, a class of a driver, a client. */
    private static final List<String> EACH_ONCE = List.of(
            "/async?ms=1",
            "/blocking?ms=1",
            "/worker?ms=1",
            "/queued/adaptive?ms=1",
            "/asyncTest?ms=1",
            "/reactiveendpoint?ms=1&timeoutMs=10000",
            "/aggregate-non-blocking?lookupMs=1&ms=1",
            "/phases?cpuMs=1&connectionMs=1",
            "/phases-async?cpuMs=1&connectionMs=1",
            "/predict?users=2&ms=1",
            "/publish?text=x");

    private static final List<String> WAITING = List.of(
            "/async?ms=600000",
            "/worker?ms=600000",
            "/queued/deadline?ms=600000",
            "/phases?connectionMs=60000",
            "/phases-async?connectionMs=60000",
            "/asyncTest?ms=600000",
            "/long-poll?timeoutMs=600000",
            "/events?timeoutMs=600000");

    @Override
    protected ServerSettings settings() {
        return named("")
                .withJvmFlags(List.of(
                        Server.AGENT, // its threads can start an application
                        "-XX:TieredStopAtLevel=1", // no application lives long enough for more
                        "-Dasynclab.backend=" + urlOfNobody(), // calls fail at once
                        // the common pool does not grow while this counts threads
                        "-Djava.util.concurrent.ForkJoinPool.common.parallelism=1",
                        "-XX:SoftRefLRUPolicyMSPerMB=0", // what is held only softly counts as let go
                        "-Dtomcat.util.scan.StandardJarScanFilter.jarsToSkip=*.jar", // half the time of a deployment
                        // what Tomcat needs in order to look for what is left behind
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--add-opens=java.base/java.io=ALL-UNNAMED",
                        "--add-opens=java.base/java.util=ALL-UNNAMED",
                        "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                        "--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED"));
    }

    @ContractRow(29)
    @Test
    void four_redeploys_leave_no_thread_and_no_class_loader_behind() throws Exception {
        redeploy(WAITING); // whatever the container starts on first use has started
        List<String> threads = afterAllWasForgotten();
        for (int i = 2; i < REDEPLOYS; i++) redeploy(List.of());
        redeploy(WAITING); // not oftener: Tomcat waits for them two seconds before it says stop
        assertEquals(threads, afterAllWasForgotten());
        assertEquals(List.of(), complaints());
    }

    private void redeploy(List<String> paths) throws Exception {
        for (String path : EACH_ONCE) get(path);
        var waiting = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (String path : paths) waiting.add(getLater(path));
        Await.until("all are inside", () -> ledger().inFlight() == paths.size());
        server().probe().stopApplication();
        server().probe().startApplication();
        for (int i = 0; i < paths.size(); i++) {
            boolean stream = paths.get(i).startsWith("/events"); // it had begun; it has ended
            assertEquals(stream ? 200 : 503, waiting.get(i).join().statusCode(), paths.get(i));
        }
        Await.until(
                "it serves",
                () -> server().port() > 0 && getLater("/async?ms=1").join().statusCode() == 200);
    }

    /** The threads when the JVM has forgotten every application but the last. */
    private List<String> afterAllWasForgotten() {
        Await.until(
                "one class loader, and the one of the last record that the JDK has compared, which it keeps",
                () -> instances(server().probe().applicationClassLoader()) <= 2);
        assertEquals(1, instances("asynclab.exchange.Exchanges"));
        return threads();
    }

    private long instances(String className) {
        return server().probe().instances(className);
    }

    /**
     * Without those that only look at the server, or come and go with the container's own housekeeping, and without numbers. After an
     * application has stopped, Tomcat ends request threads that have been idle for a minute.
     */
    private List<String> threads() {
        return server().probe().threadNames().stream()
                .filter(name -> !name.matches("(RMI|JMX|Attach|Catalina-utility|request-).*"))
                .map(name -> name.replaceAll("\\d+", "n"))
                .toList();
    }

    /** Tomcat's own thread, at its housekeeping in the application's name when that is stopped, is no leak of ours. */
    private List<String> complaints() throws Exception {
        return Files.readAllLines(server().log()).stream()
                .filter(line -> line.matches(".*(leak|failed to stop|ThreadLocal).*"))
                .filter(line -> !line.contains("[Catalina-utility-"))
                .toList();
    }
}
