package asynclab.recorder;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.exchange.FakeContainer;
import asynclab.wire.fixture.Await;
import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.servlet.ServletException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Connections of a real pool, and the histograms of what was recorded. */
@ResourceLock("the listeners of Recorder")
class RecordedDataSourceTest {

    private static final long SHORT_MILLIS = 250; // Hikari's least
    private static final long LONG_MILLIS = 60_000; // the pool opens its second connection in the background

    /** @param timeoutMillis how long a caller waits for a connection */
    private static HikariDataSource pool(long timeoutMillis) {
        var pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:mem:recorded");
        pool.setMaximumPoolSize(2);
        pool.setConnectionTimeout(timeoutMillis);
        return pool;
    }

    @Test
    void connections_count_until_they_are_closed_and_at_most_until_the_end() throws Exception {
        var requests = new ArrayList<RecordedRequest>();
        Consumer<RecordedRequest> listener = requests::add;
        var registry = new PrometheusRegistry();
        try (HikariDataSource pool = pool(SHORT_MILLIS);
                var histograms = new RecordedHistograms(registry)) {
            pool.getConnection().close(); // it fills the pool
            Await.until(
                    "both connections are there",
                    () -> pool.getHikariPoolMXBean().getIdleConnections() == 2);
            DataSource recorded = RecordedDataSource.of(pool);
            Recorder.listen(listener);
            serve(recorded);
            assertEquals(1, requests.size());
            RecordedRequest.Connections connections = requests.get(0).connections();
            assertEquals(2, connections.count());
            assertTrue(connections.waitMicros() >= 250_000, connections::toString); // the third waited in vain
            assertTrue(connections.heldMicros() >= 250_000, connections::toString); // the second is open still
            assertEquals(6, histograms.collect().getDataPoints().size());
            assertEquals(1, count(histograms.collect(), "connection_held"));
            assertEquals(0, count(histograms.collect(), "wait")); // it is unknown here
            assertEquals(1, registry.scrape().size());
        } finally {
            Recorder.forget(listener);
        }
        assertEquals(0, registry.scrape().size());
    }

    private static long count(HistogramSnapshot histogram, String part) {
        return histogram.getDataPoints().stream()
                .filter(point -> part.equals(point.getLabels().get("part")))
                .findFirst()
                .orElseThrow()
                .getCount();
    }

    private static void serve(DataSource recorded) throws Exception {
        var container = new FakeContainer();
        var filter = new RecorderFilter();
        filter.init(new PlayedApplication("/connections").with("log", "none").config);
        var open = new ArrayList<Connection>();
        filter.doFilter(container.request, container.response, (request, response) -> {
            try {
                Connection first = recorded.getConnection();
                assertTrue(first.isValid(0));
                open.add(recorded.getConnection());
                assertThrows(SQLException.class, recorded::getConnection);
                first.close();
                first.close();
                assertTrue(first.isClosed());
            } catch (SQLException e) {
                throw new ServletException(e);
            }
        });
        for (Connection left : List.copyOf(open)) left.close();
        filter.destroy();
    }

    @Test
    void a_recorded_connection_is_cast_and_unwrapped_as_the_pools_own() throws Exception {
        try (HikariDataSource pool = pool(LONG_MILLIS)) {
            DataSource recorded = RecordedDataSource.of(pool);
            filtered(() -> {
                try (Connection own = pool.getConnection();
                        Connection connection = recorded.getConnection()) {
                    assertTrue(java.lang.reflect.Proxy.isProxyClass(connection.getClass()));
                    assertSame(
                            own.unwrap(Connection.class).getClass(),
                            connection.unwrap(Connection.class).getClass());
                    assertThrows(SQLException.class, () -> connection.unwrap(Runnable.class));
                }
            });
            assertTrue(recorded instanceof AutoCloseable);
            assertTrue(recorded instanceof HikariConfigMXBean, "a public interface of the pool");
        }
    }

    /** Its callbacks may have taken the connection that a thread without a recording takes meanwhile. */
    @Test
    void the_connections_of_an_asynchronous_request_are_unknown_if_others_are_taken_meanwhile() throws Exception {
        var requests = new ArrayList<RecordedRequest>();
        Consumer<RecordedRequest> listener = requests::add;
        var container = new FakeContainer();
        var filter = new RecorderFilter();
        Recorder.listen(listener);
        try (HikariDataSource pool = pool(LONG_MILLIS)) {
            DataSource recorded = RecordedDataSource.of(pool);
            filter.init(new PlayedApplication("/elsewhere").with("log", "none").config);
            filter.doFilter(container.request, container.response, (request, response) -> request.startAsync());
            recorded.getConnection().close();
            container.onComplete();
            filter.destroy();
        } finally {
            Recorder.forget(listener);
        }
        assertEquals(RecordedRequest.Connections.UNKNOWN, requests.get(0).connections());
    }

    /** Runs within a recorded request. */
    private static void filtered(Executable work) throws Exception {
        var container = new FakeContainer();
        var filter = new RecorderFilter();
        filter.init(new PlayedApplication("/filtered").with("log", "none").config);
        filter.doFilter(container.request, container.response, (request, response) -> assertDoesNotThrow(work));
        filter.destroy();
    }

    @Test
    void outside_a_request_it_is_the_pool_itself() throws Exception {
        try (HikariDataSource pool = pool(LONG_MILLIS)) {
            DataSource recorded = RecordedDataSource.of(pool);
            try (Connection connection = recorded.getConnection()) {
                assertFalse(java.lang.reflect.Proxy.isProxyClass(connection.getClass()));
            }
            assertSame(pool, recorded.unwrap(HikariDataSource.class));
            assertEquals(recorded, recorded);
            assertSame(recorded, RecordedDataSource.of(recorded));
            assertEquals(2, RecordedDataSource.size(pool));
        }
    }

    @Test
    void a_pool_may_give_no_connection() throws Exception {
        DataSource recorded = RecordedDataSource.of(PlayedApplication.played(
                DataSource.class, (method, arguments) -> method.equals("hashCode") ? (Object) 1 : null));
        filtered(() -> assertNull(recorded.getConnection()));
    }

    /** A reader would take the last number that the log has. */
    @Test
    void several_pools_have_no_one_size() {
        var facts = new ServerFacts("Played/1.0");
        try (HikariDataSource one = pool(LONG_MILLIS);
                HikariDataSource other = pool(LONG_MILLIS)) {
            facts.connectionsOf(one);
            assertTrue(facts.toString().endsWith(" connections=2"), facts::toString);
            facts.connectionsOf(other);
            assertTrue(facts.toString().endsWith(" connections=several"), facts::toString);
        }
    }
}
