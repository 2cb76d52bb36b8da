package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.Played;
import asynclab.container.Delivery;
import java.io.IOException;
import java.util.List;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EndWithoutWaitingTest {

    @AutoClose
    private final Exchanges exchanges = new Exchanges("blocking-", 1, 60_000, null, Delivery.BUFFERED, 0, 0);

    private final Ledger ledger = exchanges.ledger();
    private int sent;

    private void endWith(Throwable thrownByTheContainer) {
        HttpServletResponse response = Played.as(HttpServletResponse.class, (self, method, args) -> {
            if (method.getName().equals("getOutputStream")) throw thrownByTheContainer;
            return null;
        });
        Exchange exchange = exchanges.start();
        Reply reply = Reply.text("text/plain", "ok").with(List.of(), () -> sent++);
        exchanges.end(exchange, null, response, Ending.ANSWERED, reply);
        exchanges.end(exchange, null, response, Ending.ANSWERED, reply); // too late: not sent
    }

    @Test
    void a_blocking_request_ends_once_when_the_container_throws_during_the_write() {
        endWith(new IOException("reset"));
        assertEquals(1, ledger.snapshot().ended().get(Ending.CLIENT_GONE));
        endWith(new IllegalStateException("recycled"));
        endWith(new StackOverflowError());
        assertEquals(2, ledger.snapshot().ended().get(Ending.FAILED));
        assertEquals(0, ledger.snapshot().inFlight());
        assertEquals(3, sent);
    }
}
