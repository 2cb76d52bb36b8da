package asynclab.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.exchange.FakeContainer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.ObjectName;
import javax.servlet.DispatcherType;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.UnavailableException;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What becomes of a request of each kind. The end of the filter writes all that it has recorded. */
@ResourceLock("the listeners of Recorder")
class RecorderFilterTest {

    private final PlayedApplication application = new PlayedApplication("/recorded").with("log", "none");
    private final FakeContainer container = new FakeContainer();
    private final RecorderFilter filter = new RecorderFilter();
    private final List<RecordedRequest> recorded = new ArrayList<>();
    private final Consumer<RecordedRequest> listener = recorded::add;

    @AfterEach
    void nothing_stays_with_the_thread() {
        Recorder.forget(listener);
        assertNull(RequestRecording.current());
    }

    private void serve(FilterChain chain) throws Exception {
        filter.doFilter(container.request, container.response, chain);
    }

    private void start() {
        Recorder.listen(listener);
        filter.init(application.config);
    }

    private RecordedRequest only() {
        filter.destroy();
        assertEquals(1, recorded.size());
        assertEquals(List.of(), application.said);
        return recorded.get(0);
    }

    @Test
    void a_blocking_request_is_answered_by_the_same_objects() throws Exception {
        start();
        serve((request, response) -> {
            assertSame(container.request, request);
            assertSame(container.response, response);
        });
        RecordedRequest one = only();
        assertEquals("POST /fake 200", one.method() + " " + one.uri() + " " + one.status());
        assertEquals(RecordedRequest.RequestOutcome.ANSWERED, one.end());
        assertEquals(1, one.dispatches());
        assertEquals(Arrival.From.UNKNOWN, one.arrival().from());
        assertEquals(-1, one.work().blockedMicros());
        assertEquals(one.timeMicros(), container.request.getAttribute("asynclab.time"));
        assertNull(container.request.getAttribute("asynclab.wait"));
    }

    @Test
    void a_filter_that_nobody_has_initialized_lets_requests_pass() throws Exception {
        var served = new ArrayList<Object>();
        serve((request, response) -> served.add(request));
        assertEquals(List.of(container.request), served);
    }

    @Test
    void a_recorder_that_cannot_start_lets_requests_pass() throws Exception {
        var forbidding = new PlayedApplication(null); // its path cannot be asked for
        filter.init(forbidding.config);
        a_filter_that_nobody_has_initialized_lets_requests_pass();
        filter.destroy();
        assertEquals(1, forbidding.said.size());
        assertTrue(forbidding.said.get(0).contains("no request is recorded, because it cannot start: "));
    }

    @Test
    void a_request_that_has_not_ended_with_the_application_counts_as_dropped(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("one.log");
        filter.init(new PlayedApplication("").with("log", log.toString()).config);
        serve((request, response) -> {});
        filter.doFilter(new FakeContainer().request, container.response, (request, response) -> request.startAsync());
        filter.destroy();
        assertTrue(Files.readString(log).matches("(?s).*#Dropped: [-\\d]+ [:.\\d]+ 1\n"), Files.readString(log));
    }

    @Test
    void the_log_is_written_by_an_interrupted_thread_too(@TempDir Path folder) throws Exception {
        Consumer<RecordedRequest> interrupting =
                request -> Thread.currentThread().interrupt();
        Path log = folder.resolve("one.log");
        Recorder.listen(interrupting);
        try {
            filter.init(new PlayedApplication("/interrupted").with("log", log.toString()).config);
            serve((request, response) -> {});
            Thread.currentThread().interrupt();
            filter.destroy();
            assertTrue(Thread.interrupted(), "the interrupt of the container's thread");
        } finally {
            Recorder.forget(interrupting);
        }
        String written = Files.readString(folder.resolve("one-interrupted.log"));
        assertTrue(written.contains(" POST /fake 200 "), written);
    }

    @Test
    void what_the_application_throws_is_thrown_on() {
        start();
        fail(new ServletException("planned"));
        assertEquals(RecordedRequest.RequestOutcome.ERROR, only().end());
    }

    @Test
    void a_client_that_has_gone_is_no_error() {
        start();
        var broken = new IOException("Broken pipe");
        broken.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("io.undertow.servlet.spec.ServletOutputStreamImpl", "write", null, 1)
        });
        fail(new ServletException(broken));
        assertEquals(RecordedRequest.RequestOutcome.GONE, only().end());
    }

    /** The application throws, and the container gets what it has thrown. */
    private void fail(ServletException planned) {
        var thrown = assertThrows(
                ServletException.class,
                () -> serve((request, response) -> {
                    throw planned;
                }));
        assertSame(planned, thrown);
    }

    @Test
    void a_broken_connection_to_a_service_behind_is_an_error() {
        start();
        fail(new ServletException(new SocketException("Connection reset")));
        assertEquals(RecordedRequest.RequestOutcome.ERROR, only().end());
    }

    @Test
    void an_exception_has_the_status_that_the_container_answers() {
        HttpServletResponse untouched = PlayedApplication.played(
                HttpServletResponse.class, (method, arguments) -> method.equals("isCommitted") ? (Object) false : 200);
        start();
        for (ServletException planned : List.of(
                new ServletException("planned"), new UnavailableException("ever"), new UnavailableException("now", 1)))
            assertThrows(
                    ServletException.class,
                    () -> filter.doFilter(container.request, untouched, (request, response) -> {
                        throw planned;
                    }));
        filter.destroy();
        assertEquals(
                List.of(500, 404, 503),
                recorded.stream().map(RecordedRequest::status).toList());
    }

    @Test
    void an_asynchronous_request_ends_when_it_is_complete() throws Exception {
        start();
        serve((request, response) -> request.startAsync());
        assertEquals(0, recorded.size());
        container.onComplete();
        RecordedRequest one = only();
        assertTrue(one.async());
        assertEquals(RecordedRequest.RequestOutcome.ANSWERED, one.end());
    }

    @Test
    void a_timeout_stays_one_whatever_completes_it() throws Exception {
        start();
        serve((request, response) -> request.startAsync());
        container.onTimeout();
        container.onError();
        container.onComplete();
        container.onComplete();
        assertEquals(RecordedRequest.RequestOutcome.TIMEOUT, only().end());
    }

    @Test
    void a_reset_connection_of_an_asynchronous_request_is_a_client_gone() throws Exception {
        start();
        serve((request, response) -> request.startAsync());
        container.onError();
        container.onComplete();
        assertEquals(RecordedRequest.RequestOutcome.GONE, only().end());
    }

    @Test
    void a_wrapped_callback_counts_for_its_request() throws Exception {
        start();
        var callback = new ArrayList<Supplier<byte[]>>();
        serve((request, response) -> {
            request.startAsync();
            callback.add(Recorder.wrap((Supplier<byte[]>) () -> new byte[1_000_000]));
        });
        assertEquals(1_000_000, callback.get(0).get().length);
        container.onComplete();
        assertTrue(only().work().allocatedBytes() > 1_000_000);
    }

    @Test
    void a_task_is_not_wrapped_outside_a_request() {
        Runnable task = () -> {};
        assertSame(task, Recorder.wrap(task));
    }

    @Test
    void a_filter_that_runs_twice_records_once() throws Exception {
        start();
        serve((request, response) -> filter.doFilter(request, response, (same, too) -> {}));
        assertEquals(1, only().dispatches());
    }

    /** Such as a server that may not start another thread. */
    @Test
    void an_error_of_the_recorder_fails_no_request() throws Exception {
        start();
        container.calling(method -> {
            if (method.equals("getRequestURI")) throw new OutOfMemoryError("planned");
        });
        var called = new boolean[1];
        serve((request, response) -> called[0] = true);
        filter.destroy();
        assertTrue(called[0]);
        assertEquals(1, application.said.size());
        assertTrue(application.said.get(0).endsWith("because it has failed: java.lang.OutOfMemoryError: planned"));
    }

    /** As a listener in Kotlin may, whose exceptions are all unchecked. */
    @Test
    void a_listener_that_throws_anything_is_said_and_not_called_again() throws Exception {
        Consumer<RecordedRequest> failing =
                request -> RecorderFilterTest.<RuntimeException>raise(new IOException("planned"));
        Recorder.listen(failing);
        start();
        serve((request, response) -> {});
        serve((request, response) -> {});
        filter.destroy();
        assertEquals(2, recorded.size());
        assertEquals(1, application.said.size());
        assertTrue(application.said.get(0).endsWith("not called any more: java.io.IOException: planned"));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> void raise(Exception planned) throws E {
        throw (E) planned;
    }

    @Test
    void switched_off_nothing_is_recorded() throws Exception {
        application.with("on", "false").with("log", "unused.log");
        start();
        var called = new boolean[1];
        serve((request, response) -> {
            assertNull(RequestRecording.current());
            called[0] = true;
        });
        assertTrue(called[0]);
        filter.destroy();
        assertEquals(List.of(), recorded);
        String said = application.said.get(0);
        assertTrue(said.contains(": when it is switched on over JMX, requests are recorded in "), said);
    }

    @Test
    void a_request_that_began_before_it_was_switched_off_is_recorded_to_its_end() throws Exception {
        start();
        serve((request, response) -> request.startAsync());
        ManagementFactory.getPlatformMBeanServer()
                .setAttribute(
                        new ObjectName("asynclab:type=Recorder,context=\"/recorded\""), new Attribute("On", false));
        var dispatched = new HttpServletRequestWrapper(container.request) {
            @Override
            public DispatcherType getDispatcherType() {
                return DispatcherType.ASYNC;
            }
        };
        filter.doFilter(dispatched, container.response, (request, response) -> {});
        container.onComplete();
        assertEquals(2, only().dispatches());
    }
}
