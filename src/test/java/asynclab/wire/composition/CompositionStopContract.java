package asynclab.wire.composition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.exchange.Ending;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.composition.PlayedCall.PlayedSocket;
import asynclab.wire.fixture.Await;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Router, aggregator and routing slip while the application or the server stops. The test plays their backend. */
class CompositionStopContract extends GatewayContract {

    @Override
    protected ServerSettings settings() {
        return SHARED;
    }

    /** Two requests to each URL that wait for their calls, and as many to each aggregator that wait for their lookups. */
    private List<CompletableFuture<HttpResponse<String>>> waiting(
            Server gateway, PlayedSocket played, List<PlayedCall> calls, int lookups) throws Exception {
        var waiting = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (String path : URLS) {
            waiting.addAll(getMany(gateway, 2, path + "?lookupMs=0&ms=1&deadlineMs=600000"));
            int atOnce = path.equals("/aggregate-non-blocking") ? 3 : 1;
            for (int call = 0; call < 2 * atOnce; call++) calls.add(PlayedCall.accept(played));
        }
        for (String path : List.of("/aggregate-blocking", "/aggregate-non-blocking"))
            waiting.addAll(getMany(gateway, lookups, path + "?lookupMs=600000&deadlineMs=600000"));
        Await.until("all are inside", () -> gateway.probe().ledger().inFlight() == waiting.size());
        return waiting;
    }

    private static void areHungUp(List<PlayedCall> calls) throws IOException {
        for (var call : calls)
            try (call) {
                call.isHungUp();
            }
    }

    @ContractRow(30)
    @Test
    void waiting_requests_are_answered_when_the_server_stops() throws Exception {
        try (var played = new PlayedSocket()) {
            Server stopping = start(calling("-stop", played.url(), "-Dasynclab.jdbc-connections=10"));
            oneOfEach(stopping, played);
            var calls = new ArrayList<PlayedCall>();
            var waiting = waiting(stopping, played, calls, 15);
            stopping.close();
            for (var response : waiting) assertUnavailable("5", response.join());
            areHungUp(calls);
            assertEquals(List.of(), complaints(stopping, "Exception", "WARN"));
        }
    }

    @ContractRow(29)
    @Test
    void a_full_pool_refuses_and_an_undeploy_answers_everybody_and_leaves_no_thread_and_no_driver() throws Exception {
        try (var played = new PlayedSocket()) {
            Server undeploying = start(
                    calling("-undeploy", played.url(), "-Dasynclab.jdbc-connections=2", "-Dasynclab.lookup-queue=3"));
            oneOfEach(undeploying, played);
            assertTrue(undeploying.probe().instances("java.sql.DriverInfo") > 0, "H2 has registered its driver");

            var calls = new ArrayList<PlayedCall>();
            var waiting = waiting(undeploying, played, calls, 0);
            var burst = new ArrayList<CompletableFuture<HttpResponse<String>>>();
            for (String path : List.of("/aggregate-blocking", "/aggregate-non-blocking"))
                burst.addAll(getMany(undeploying, 20, path + "?lookupMs=600000&deadlineMs=600000"));
            // of twenty five at most find room, and three at least, when the threads are slower than the burst
            Await.until("each is inside or refused", () -> {
                var ledger = undeploying.probe().ledger();
                return ledger.ended(Ending.REJECTED) >= 2 * 15
                        && ledger.inFlight() + ledger.ended(Ending.REJECTED) == waiting.size() + burst.size();
            });
            assertEquals(2, threads(undeploying, "asynclab-aggregate-lookup-"));
            assertEquals(2, threads(undeploying, "asynclab-aggregate-blocking-lookup-"));

            assertTrue(threads(undeploying, BACKEND) > 0);
            undeploying.probe().stopApplication();
            for (var response : waiting) assertUnavailable("5", response.join());
            var refused = burst.stream()
                    .filter(response ->
                            response.join().headers().firstValue("Retry-After").equals(Optional.of("1")))
                    .toList();
            assertTrue(refused.size() >= 2 * 15 && refused.size() <= 2 * 17, () -> "refused: " + refused.size());
            for (var response : burst) assertUnavailable(refused.contains(response) ? "1" : "5", response.join());
            areHungUp(calls);
            awaitNoThreads(undeploying);
            assertEquals(0, undeploying.probe().instances("java.sql.DriverInfo"));
            assertEquals(List.of(), complaints(undeploying, "Exception", "JDBC driver"));
        }
    }
}
