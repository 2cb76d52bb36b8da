package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.container.Delivery;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingTest {

    @Test
    void tasks_of_the_stop_run_in_their_order_each_once_after_every_request_is_answered() {
        var exchanges = new Exchanges("closing-", 1, 60_000, null, Delivery.BUFFERED, 0, 0);
        var container = new FakeContainer();
        var ran = new ArrayList<Integer>();
        exchanges.goAsync(exchanges.start(), container.request, container.response, 60_000);
        for (int i = 0; i < 3; i++) {
            int number = i;
            exchanges.atClosing(() -> {
                ran.add(number);
                assertEquals("status 503 write complete", container.deeds());
                throw new ArithmeticException("this is a test");
            });
        }
        exchanges.close();
        exchanges.close();
        assertEquals(List.of(0, 1, 2), ran);
        assertEquals("status 503 write complete", container.deeds());
    }
}
