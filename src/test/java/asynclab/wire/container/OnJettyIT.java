package asynclab.wire.container;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.server.Server;
import asynclab.server.ServerProbe;
import asynclab.server.ServerSettings;
import asynclab.wire.exchange.WireContract;
import org.junit.jupiter.api.Test;

class OnJettyIT extends WireContract {
    @Override
    protected Server start(ServerSettings settings) {
        return startJetty(settings);
    }

    @Test
    void a_server_that_has_started_has_leased_threads_to_itself() {
        try (Server fresh = start(fresh("-fresh"))) {
            ServerProbe.Pool pool = fresh.probe().pool();
            assertTrue(pool.usable() < pool.max(), pool::toString); // or a prediction would count on all of them
        }
    }
}
