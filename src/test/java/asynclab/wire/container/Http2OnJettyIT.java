package asynclab.wire.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.client.Http2Users;
import asynclab.exchange.Ending;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.OnlyOnJetty;
import asynclab.wire.fixture.ServerContract;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that share a connection: what is true of one request on a connection must be true of each of hundreds. */
@OnlyOnJetty
class Http2OnJettyIT extends ServerContract {

    private static final int IDLE_MILLIS = 4_000; // less, and a machine that is busy elsewhere seems idle to Jetty

    private Http2Users users;

    @Override
    protected ServerSettings settings() {
        return named("")
                .withJvmFlags(List.of("-Dlab.idleMillis=" + IDLE_MILLIS))
                .withHttp2();
    }

    @BeforeEach
    void users() {
        users = new Http2Users(server().port());
        users.connect(2);
    }

    @AfterEach
    void stopUsers() {
        users.close();
    }

    /** At the second time Jetty 12.1.12 would cancel every request, if streams had the connection's idle timeout (jetty #15386). */
    @Test
    void hundreds_of_requests_wait_on_each_connection_longer_than_it_may_be_idle_twice() {
        long answered = ledger().ended(Ending.ANSWERED);
        users.ask(1_000, "/async?ms=" + (2 * IDLE_MILLIS + 1_000));
        Await.until("no user waits", () -> users.waiting() == 0);
        assertEquals(0, users.errors());
        counts(Ending.ANSWERED, answered + 1_000);
    }

    @Test
    void a_request_given_up_on_ends_while_its_connection_goes_on() {
        long gone = ledger().ended(Ending.CLIENT_GONE);
        users.ask(100, "/async?ms=600000"); // Jetty closes a connection that gives up on more than 128 in a second
        // If a reset comes before the request is asynchronous, no listener is there to hear of it.
        Await.until(
                "all wait without a thread",
                () -> ledger().inFlight() == 100 && server().probe().pool().busy() == 0);
        users.leave();
        counts(Ending.CLIENT_GONE, gone + 100);
        users.ask(1, "/async?ms=1");
        Await.until("no user waits", () -> users.waiting() == 0);
        assertEquals(100, users.errors(), "those given up on, and no other");
    }

    @Test
    void the_same_port_still_speaks_http_1_1() throws Exception {
        assertEquals(200, get("/async?ms=1").statusCode());
    }
}
