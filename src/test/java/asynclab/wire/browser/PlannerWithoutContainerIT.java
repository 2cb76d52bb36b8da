package asynclab.wire.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import asynclab.planner.http.PlannerServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The page Planner in a real browser, as the command {@code plan} serves it. */
class PlannerWithoutContainerIT {

    private static final String LINE = "127.0.0.1 - - [21/Nov/2026:10:15:30 +0000] \"GET /a HTTP/1.1\" 200 5 30\n";

    @Test
    void the_planner_predicts_and_reads_a_log_that_is_dropped_on_it_and_hides_what_needs_the_application()
            throws Exception {
        var failures = new ArrayList<Throwable>();
        try (var server = PlannerServer.start(0, UnaryOperator.identity(), failures::add);
                var browser = Browser.start()) {
            browser.open(server.url() + "#users=10&loops=1&ms=5&threads=5");
            browser.awaitText("#verdict", "Asynchronous processing");
            for (String needsIt : List.of("nav", "#commands"))
                assertFalse(browser.find(needsIt).isDisplayed(), needsIt);
            browser.script(
                    """
                    const dropped = new DataTransfer();
                    dropped.items.add(new File([arguments[0]], 'access.log'));
                    document.querySelector('#logDrop').dispatchEvent(new DragEvent('drop', { dataTransfer: dropped }));
                    """,
                    LINE.repeat(20));
            browser.awaitText("#logEndpoints", "GET /a");
            browser.awaitText("#logRead", "20 requests");
            browser.hasComplainedOfNothing();
        }
        assertEquals(List.of(), failures);
    }
}
