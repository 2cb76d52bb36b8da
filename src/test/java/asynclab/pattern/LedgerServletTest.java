package asynclab.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Ledger;
import asynclab.exchange.Reply;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;

class LedgerServletTest {

    private final Ledger ledger = new Ledger();
    private int sent;

    private void endWith(Throwable thrownByTheContainer) {
        var response = (HttpServletResponse) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {HttpServletResponse.class}, (self, method, args) -> {
                    if (method.getName().equals("getOutputStream")) throw thrownByTheContainer;
                    return null;
                });
        Exchange exchange = Exchange.start(ledger);
        Reply reply = Reply.text("text/plain", "ok").with(List.of(), () -> sent++);
        LedgerServlet.end(exchange, response, Ending.ANSWERED, reply);
        LedgerServlet.end(exchange, response, Ending.ANSWERED, reply); // comes too late, and is not sent
    }

    @Test
    void a_blocking_request_has_one_end_whatever_the_container_throws_while_its_answer_is_written() {
        endWith(new IOException("reset"));
        assertEquals(1, ledger.snapshot().ended().get(Ending.CLIENT_GONE));
        endWith(new IllegalStateException("recycled"));
        endWith(new StackOverflowError());
        assertEquals(2, ledger.snapshot().ended().get(Ending.FAILED));
        assertEquals(0, ledger.snapshot().inFlight());
        assertEquals(3, sent);
    }
}
