package asynclab.wire.composition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.composition.PlayedCall.PlayedSocket;
import asynclab.wire.fixture.ServerContract;
import java.util.ArrayList;
import java.util.List;

/** Gateways whose backend is another server, or one that the test plays. */
abstract class GatewayContract extends ServerContract {

    static final List<String> URLS = List.of(
            "/router-blocking",
            "/router-non-blocking",
            "/aggregate-blocking",
            "/aggregate-non-blocking",
            "/routing-slip-blocking",
            "/routing-slip-non-blocking");

    final ServerSettings calling(String suffix, String backendUrl, String... flags) {
        var all = new ArrayList<>(List.of(flags));
        all.add("-Dasynclab.backend=" + backendUrl);
        return named(suffix).withJvmFlags(all);
    }

    /** Sends one request to each URL and answers its call. So everything that starts on first use has started. */
    final void oneOfEach(Server gateway, PlayedSocket played) throws Exception {
        for (String path : URLS) {
            var first = getLater(gateway, path + "?calls=1&lookupMs=0&ms=0&stepMs=0&deadlineMs=600000");
            try (var call = PlayedCall.accept(played)) {
                call.answer(0);
            }
            assertEquals(200, first.join().statusCode(), path);
        }
    }
}
