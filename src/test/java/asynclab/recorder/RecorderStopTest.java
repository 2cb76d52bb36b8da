package asynclab.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.exchange.FakeContainer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What a recorder leaves behind, and what it has to do with other recorders of the process. */
@ResourceLock("the listeners of Recorder")
class RecorderStopTest {

    private final FakeContainer container = new FakeContainer();
    private final RecorderFilter filter = new RecorderFilter();
    private final PlayedApplication application = new PlayedApplication("/stopped").with("log", "none");

    private void serve() throws Exception {
        filter.doFilter(container.request, container.response, (request, response) -> {});
    }

    /** Else a listener that does not return keeps the container from stopping. */
    @Test
    void the_last_requests_are_given_by_a_thread_of_the_recorder() throws Exception {
        var threads = new ArrayList<String>();
        Consumer<RecordedRequest> listener =
                request -> threads.add(Thread.currentThread().getName());
        Recorder.listen(listener);
        try {
            filter.init(application.config);
            serve();
            filter.destroy();
        } finally {
            Recorder.forget(listener);
        }
        assertEquals(List.of("asynclab-recorder-log"), threads);
    }

    /** As versions of an application in Tomcat's parallel deployment. */
    @Test
    void a_second_recorder_of_a_path_has_a_number_in_jmx() throws Exception {
        var all = new ObjectName("asynclab:type=Recorder,context=\"/stopped\",*");
        var beans = ManagementFactory.getPlatformMBeanServer();
        var second = new RecorderFilter();
        filter.init(application.config);
        second.init(application.config);
        filter.destroy();
        assertEquals(
                Set.of(new ObjectName("asynclab:type=Recorder,context=\"/stopped\",number=2")),
                beans.queryNames(all, null));
        second.destroy();
        assertEquals(Set.of(), beans.queryNames(all, null));
    }

    @Test
    void the_last_recorder_ends_the_watch_of_contention() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        assertFalse(threads.isThreadContentionMonitoringEnabled());
        application.with("contention", "true");
        var second = new RecorderFilter();
        filter.init(application.config);
        second.init(application.config);
        filter.destroy();
        assertTrue(threads.isThreadContentionMonitoringEnabled());
        second.destroy();
        assertFalse(threads.isThreadContentionMonitoringEnabled());
    }
}
