package asynclab.web.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.Played;
import asynclab.container.Delivery;
import asynclab.delay.HoldPlanner;
import asynclab.delay.HoldTime;
import asynclab.exchange.Exchanges;
import asynclab.input.Settings;
import asynclab.queue.RequestQueues;
import asynclab.resource.Database;
import asynclab.web.filter.RequestsByThread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.management.MBeanFeatureInfo;
import javax.servlet.ServletContext;
import org.junit.jupiter.api.Test;

class StatsTest {

    /** A database that no test asks: every setting is 1,000. */
    static Database database(Exchanges exchanges) {
        ServletContext context = Played.as(ServletContext.class, (self, method, arguments) -> "1000");
        return new Database(Settings.of(context), exchanges);
    }

    @Test
    void each_attribute_and_operation_says_in_jmx_what_it_is_and_is_on_the_page_about_watching() throws Exception {
        String page = Files.readString(Path.of("src/site/markdown/watching.md"));
        try (var exchanges = new Exchanges(
                "test-", 1, 60_000, new HoldPlanner(new HoldTime.Fixed(1), null), Delivery.BUFFERED, 0, 0)) {
            var jmx = new Stats(
                            exchanges,
                            new ServerThreads(new RequestsByThread()),
                            new RequestQueues(),
                            database(exchanges))
                    .described();
            var info = jmx.getMBeanInfo();
            var features = new ArrayList<MBeanFeatureInfo>(List.of(info.getAttributes()));
            features.addAll(List.of(info.getOperations()));
            assertEquals(StatsMXBean.class.getMethods().length, features.size());
            for (var feature : features) {
                assertTrue(feature.getDescription().endsWith("."), feature::toString);
                String line = "| `" + feature.getName() + "` | " + feature.getDescription() + " |";
                assertTrue(page.contains(line), line);
            }
        }
    }
}
