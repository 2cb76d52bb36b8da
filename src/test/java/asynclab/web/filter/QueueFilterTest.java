package asynclab.web.filter;

import static asynclab.web.filter.AdmissionFilterTest.fake;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.parameter.BadParameter;
import asynclab.queue.RequestQueues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.servlet.DispatcherType;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletContext;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The filter in an application that has nothing else of this one: no ledger, no settings, no listener. */
class QueueFilterTest {

    private final Map<String, Object> attributes = new HashMap<>();
    private final List<String> answers = new ArrayList<>();

    @AutoClose("destroy")
    private final QueueFilter filter = new QueueFilter();

    private final ServletContext context = fake(
            ServletContext.class,
            Map.of(
                    "getServerInfo", args -> "jetty/12",
                    "getAttribute", args -> attributes.get(args[0]),
                    "setAttribute", args -> attributes.put((String) args[0], args[1])));

    private final HttpServletResponse response = fake(
            HttpServletResponse.class,
            Map.of(
                    "setStatus", args -> answers.add("status " + args[0]),
                    "addHeader", args -> answers.add(args[0] + ": " + args[1]),
                    "getOutputStream", args -> AdmissionFilterTest.nowhere()));

    private void init(String discipline) {
        var params = Map.of("discipline", discipline, "servers", "1", "limit", "0", "retry-after-seconds", "9");
        filter.init(fake(
                FilterConfig.class,
                Map.of(
                        "getServletContext", args -> context,
                        "getFilterName", args -> "queue",
                        "getInitParameter", args -> params.get(args[0]))));
    }

    private static HttpServletRequest request(DispatcherType type, String timeout) {
        var answers = new HashMap<String, java.util.function.Function<Object[], Object>>();
        answers.put("getDispatcherType", args -> type);
        answers.put("getHeader", args -> timeout);
        return fake(HttpServletRequest.class, answers);
    }

    private void ask(DispatcherType type, String timeout, FilterChain chain) throws Exception {
        filter.doFilter(request(type, timeout), response, chain);
    }

    private long figure(String name) {
        return RequestQueues.of(context).figures().get("queue").get(name);
    }

    @Test
    void a_request_beside_a_full_queue_is_refused_and_the_server_comes_back() throws Exception {
        init("bounded");
        for (int i = 0; i < 2; i++) {
            answers.clear();
            ask(DispatcherType.REQUEST, null, (inside, same) -> askAgain());
            assertEquals(List.of("status 503", "Retry-After: 9"), answers);
            assertEquals(0, figure("inService"));
        }
        assertEquals(2, figure("served"));
        assertEquals(2, figure("refused"));
    }

    private void askAgain() throws ServletException {
        try {
            ask(DispatcherType.REQUEST, null, (never, same) -> answers.add("inside"));
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }

    @Test
    void a_servlet_that_throws_gives_its_server_back() {
        init("fifo");
        for (int i = 0; i < 3; i++)
            assertThrows(
                    ServletException.class,
                    () -> ask(DispatcherType.REQUEST, null, (request, same) -> {
                        throw new ServletException("on purpose");
                    }));
        assertEquals(3, figure("served"));
    }

    @Test
    void a_dispatched_request_passes_and_a_timeout_that_is_no_number_is_refused() throws Exception {
        init("deadline");
        ask(DispatcherType.ASYNC, null, (request, same) -> answers.add("inside"));
        assertEquals(List.of("inside"), answers);
        ask(DispatcherType.REQUEST, "soon", (request, same) -> answers.add("inside"));
        assertEquals(List.of("inside", "status 400"), answers);
        assertEquals(0, figure("arrived"));
    }

    @Test
    void an_unknown_discipline_fails_the_deployment() {
        assertThrows(BadParameter.class, () -> init("random"));
    }
}
