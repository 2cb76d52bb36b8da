package asynclab.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.options.LabException;
import asynclab.probe.OwnFigures.OwnLimit;
import asynclab.probe.OwnFigures.PoolUse;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A service's own figures, as Spring Boot and this application publish them. */
class FigureSourcesTest {

    @AutoClose
    private PlayedService service;

    @BeforeEach
    void a_service() throws Exception {
        service = new PlayedService();
    }

    @Test
    void prometheus_of_spring_boot() {
        OwnFigures figures = FigureSources.prometheus(
                """
                # TYPE tomcat_threads_busy_threads gauge
                tomcat_threads_busy_threads{name="http-nio-8080"} 20.0
                tomcat_threads_config_max_threads{name="http-nio-8080"} 20.0
                tomcat_threads_busy_threads{name="http-nio-8443"} NaN
                tomcat_threads_config_max_threads{name="http-nio-8443"} 20.0
                hikaricp_connections_active{pool="orders"} 3.0
                hikaricp_connections_max{pool="orders"} 10.0
                hikaricp_connections_pending{pool="orders"} 0.0
                hikaricp_connections_active{pool="stock {2}"} 4.0 1764115200000
                hikaricp_connections_max{pool="stock {2}"} 5.0 1764115200000
                resilience4j_bulkhead_available_concurrent_calls{name="b"} 1.0
                resilience4j_bulkhead_max_allowed_concurrent_calls{name="b"} 15.0
                process_cpu_usage 0.25
                system_cpu_count 4.0
                jvm_memory_max_bytes{area="heap"} NaN
                """);

        assertEquals(20, figures.fullest(OwnLimit.THREADS).busy());
        assertEquals(4, figures.fullest(OwnLimit.CONNECTIONS).busy());
        assertEquals(14, figures.fullest(OwnLimit.PERMITS).busy());
        assertEquals(1, figures.processorsUsed());
    }

    @Test
    void prometheus_of_this_application() {
        OwnFigures figures = FigureSources.prometheus(
                """
                asynclab_request_threads_busy{pool="requests"} 16.0
                asynclab_request_threads_usable{pool="requests"} 98.0
                asynclab_request_threads_queued{pool="requests"} 2.0
                asynclab_connections_active 10.0
                asynclab_connections_max 10.0
                asynclab_connections_waiting 5.0
                process_cpu_seconds_total 1.5
                """);

        assertEquals(
                new PoolUse(OwnLimit.THREADS, "asynclab_request_threads_busy{pool=\"requests\"}", 16, 98, 2.0),
                figures.fullest(OwnLimit.THREADS));
        assertEquals(5, figures.fullest(OwnLimit.CONNECTIONS).waiting());
        assertEquals(1.5, figures.cpuSeconds());
    }

    @Test
    void several_readings_are_a_mean_and_the_processor_time_between_them() {
        var pool = new PoolUse(OwnLimit.THREADS, "pool", 18, 20, null);
        var later = new PoolUse(OwnLimit.THREADS, "pool", 20, 20, null);
        OwnFigures mean = OwnFigures.mean(List.of(
                new OwnFigures(List.of(pool), 1.0, null, 2.0, 0),
                new OwnFigures(List.of(later), 2.5, null, 2.0, 2_000_000_000L)));

        assertEquals(19, mean.fullest(OwnLimit.THREADS).busy());
        assertEquals(0.75, mean.processorsUsed());
    }

    @Test
    void the_actuator_of_spring_boot() {
        service.answers(
                "/actuator/metrics",
                200,
                "{\"names\":[\"jetty.threads.busy\",\"jetty.threads.config.max\",\"jvm.info\",\"process.cpu.usage\",\"system.cpu.count\"]}");
        Map.of(
                        "jetty.threads.busy",
                        "7.0",
                        "jetty.threads.config.max",
                        "8.0",
                        "process.cpu.usage",
                        "\"NaN\"",
                        "system.cpu.count",
                        "2.0")
                .forEach((name, value) -> service.answers(
                        "/actuator/metrics/" + name,
                        200,
                        "{\"name\":\"" + name + "\",\"measurements\":[{\"statistic\":\"VALUE\",\"value\":" + value
                                + "}]}"));
        var options = PlayedService.options(service.url("/"), "--actuator", service.url("/actuator/"));
        try (var client = new ProbeClient(options);
                var sources = new FigureSources(options, client)) {
            OwnFigures figures = sources.read();
            assertEquals(7, figures.fullest(OwnLimit.THREADS).busy());
            assertNull(figures.processorsUsed());
        }
    }

    /** Tomcat's executor of virtual threads, as JMX shows it. */
    public interface VirtualExecutorMBean {
        String getNamePrefix();
    }

    @Test
    void an_executor_without_a_size_is_no_pool() throws Exception {
        var beans = MBeanServerFactory.newMBeanServer();
        VirtualExecutorMBean executor = () -> "tomcat-virt-";
        var name = new ObjectName("Catalina:type=Executor,name=virtual");
        beans.registerMBean(new StandardMBean(executor, VirtualExecutorMBean.class), name);
        assertEquals(List.of(), JmxFigures.pools(beans));
    }

    @Test
    void a_source_without_figures_gives_a_sentence() {
        service.answers("/metrics", 200, "up 1\n");
        service.answers("/actuator/metrics", 200, "<html>");
        service.answers("/long", 200, "#".repeat(ProbeClient.MOST_BYTES + 1));

        assertTrue(
                refused("--metrics", service.url("/metrics")).startsWith("The service's own figures have nothing of "));
        assertEquals(
                "-Dmetrics: " + service.url("/none") + " answered 404, and not 200.",
                refused("--metrics", service.url("/none")));
        assertEquals(
                "-Dactuator: " + service.url("/actuator/metrics") + " has no JSON.",
                refused("--actuator", service.url("/actuator")));
        assertEquals(
                "-Dmetrics: " + service.url("/long") + " answered over 10 megabytes.",
                refused("--metrics", service.url("/long")));
        assertTrue(refused("--jmx", "127.0.0.1:1").startsWith("-Djmx: no JVM answers at 127.0.0.1:1."));
        assertNotNull(System.getProperty(JmxFigures.RESPONSE_TIMEOUT), "else a JVM that hangs would hold the probe");
    }

    private String refused(String... words) {
        var options = PlayedService.options(service.url("/"), words);
        try (var client = new ProbeClient(options)) {
            return assertThrows(LabException.class, () -> new FigureSources(options, client).close())
                    .getMessage();
        }
    }
}
