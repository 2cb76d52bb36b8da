package asynclab.web.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.Played;
import asynclab.container.Delivery;
import asynclab.delay.HoldPlanner;
import asynclab.delay.HoldTime;
import asynclab.exchange.Exchanges;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncListener;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletContext;
import javax.servlet.ServletException;
import javax.servlet.ServletOutputStream;
import javax.servlet.ServletRegistration;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What no client can bring about: a drain that can be looked at afterwards, events that come twice. */
class AdmissionFilterTest {

    @AutoClose
    private final Exchanges exchanges =
            new Exchanges("test-", 1, 60_000, new HoldPlanner(new HoldTime.Fixed(1), null), Delivery.BUFFERED, 0, 0);

    private final AdmissionFilter filter = new AdmissionFilter();

    @BeforeEach
    void deploy() {
        var attributes = new HashMap<String, Object>();
        var settings = Map.of(
                "max-in-flight", "4", "max-in-flight-each", "2", "max-in-flight.small", "1", "max-in-flight.rest", "1");
        ServletContext context = fake(
                ServletContext.class,
                Map.of(
                        "getInitParameter",
                        args -> settings.get(args[0]),
                        "getServletRegistrations",
                        args -> Map.of(
                                "two", mappedTo("/one", "/other"),
                                "small", mappedTo("/small"),
                                "free", mappedTo("/free", "/wild/free/*"),
                                "wild", mappedTo("/wild/*", "*.do"),
                                "rest", mappedTo("/"),
                                "default", mappedTo("/files/*"),
                                "jsp", mappedTo("*.jsp")),
                        "getAttribute",
                        args -> attributes.get(args[0]),
                        "setAttribute",
                        args -> attributes.put((String) args[0], args[1])));
        context.setAttribute(Exchanges.class.getName(), exchanges);
        filter.init(fake(
                FilterConfig.class, Map.of("getServletContext", args -> context, "getInitParameter", args -> "free")));
    }

    private static ServletRegistration mappedTo(String... paths) {
        return fake(ServletRegistration.class, Map.of("getMappings", args -> List.of(paths)));
    }

    /** An interface that answers what is given, and otherwise nothing. */
    static <T> T fake(Class<T> type, Map<String, Function<Object[], Object>> answers) {
        return Played.as(type, (proxy, method, args) -> {
            var answer = answers.get(method.getName());
            if (answer != null) return answer.apply(args);
            return method.getReturnType() == boolean.class ? (Object) false : null;
        });
    }

    /** A request, its response, and what a container does with them. */
    private final class FilteredRequest {
        final List<AsyncListener> listeners = new ArrayList<>();
        final Map<String, Object> attributes = new HashMap<>();
        boolean async;
        int status = 200;

        final AsyncContext context =
                fake(AsyncContext.class, Map.of("addListener", args -> listeners.add((AsyncListener) args[0])));
        final HttpServletRequest request;
        final HttpServletResponse response = fake(
                HttpServletResponse.class,
                Map.of("setStatus", args -> status = (int) args[0], "getOutputStream", args -> nowhere()));

        FilteredRequest(String path) {
            this(path, null);
        }

        FilteredRequest(String path, String pathInfo) {
            request = fake(
                    HttpServletRequest.class,
                    Map.of(
                            "getServletPath", args -> path,
                            "getContentLengthLong", args -> -1L,
                            "getPathInfo", args -> pathInfo,
                            "startAsync", args -> startAsync(),
                            "isAsyncStarted", args -> async,
                            "getAsyncContext", args -> context,
                            "getAttribute", args -> attributes.get(args[0]),
                            "setAttribute", args -> attributes.put((String) args[0], args[1])));
        }

        AsyncContext startAsync() {
            async = true;
            return context;
        }

        FilteredRequest ask(FilterChain chain) throws IOException, ServletException {
            filter.doFilter(request, response, chain);
            return this;
        }
    }

    static ServletOutputStream nowhere() {
        return new ServletOutputStream() {
            @Override
            public void write(int b) {}

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setWriteListener(WriteListener listener) {}
        };
    }

    /** A pattern that waits. */
    private final FilterChain waiting = (request, response) ->
            exchanges.goAsync(exchanges.start(), (HttpServletRequest) request, (HttpServletResponse) response, 60_000);

    /** Somebody else's servlet that waits. */
    private final FilterChain foreign = (request, response) -> request.startAsync(request, response);

    private int inFlight() {
        return filter.figures().get("all").get("inFlight");
    }

    @Test
    void a_permit_is_kept_while_the_request_waits_and_comes_back_when_it_is_drained() throws Exception {
        assertEquals(200, new FilteredRequest("/small").ask(waiting).status);
        assertEquals(1, inFlight());
        assertEquals(503, new FilteredRequest("/small").ask(waiting).status);
        assertEquals(1, exchanges.ledger().snapshot().inFlight());
        exchanges.close();
        assertEquals(0, inFlight());
    }

    @Test
    void of_what_has_no_exchange_the_container_tells_the_end_and_it_counts_once() throws Exception {
        var gone = new FilteredRequest("/one").ask(foreign);
        new FilteredRequest("/one").ask(foreign);
        assertEquals(2, inFlight());
        for (var listener : gone.listeners) {
            listener.onTimeout(null);
            assertEquals(2, inFlight());
            listener.onError(null);
            listener.onComplete(null);
            listener.onComplete(null);
        }
        assertEquals(1, inFlight());
    }

    @Test
    void a_request_that_does_not_wait_gives_back_when_the_chain_returns_or_throws() throws Exception {
        new FilteredRequest("/small").ask((request, response) -> assertEquals(1, inFlight()));
        assertThrows(ServletException.class, () -> new FilteredRequest("/small").ask((request, response) -> {
            throw new ServletException();
        }));
        assertEquals(0, inFlight());
    }

    @Test
    void the_urls_of_a_servlet_share_its_limit_and_all_servlets_one_and_some_have_none() throws Exception {
        new FilteredRequest("/one").ask(waiting);
        new FilteredRequest("/other").ask(waiting);
        assertEquals(503, new FilteredRequest("/one").ask(waiting).status);
        assertEquals(200, new FilteredRequest("/small").ask(waiting).status);
        for (String path : List.of("/free", "/page.jsp"))
            for (int i = 0; i < 10; i++) assertEquals(200, new FilteredRequest(path).ask(waiting).status);
        assertEquals(Map.of("limit", 2, "inFlight", 2), filter.figures().get("two"));
        assertEquals(Map.of("limit", 4, "inFlight", 3), filter.figures().get("all"));
    }

    @Test
    void a_servlet_with_a_wildcard_is_limited_too_and_the_most_specific_pattern_counts() throws Exception {
        assertEquals(200, new FilteredRequest("/wild", "/a").ask(waiting).status);
        assertEquals(200, new FilteredRequest("/a/b.do").ask(waiting).status);
        for (var refused : List.of(
                new FilteredRequest("/wild", null), new FilteredRequest("/wild", "/a/b"), new FilteredRequest("/c.do")))
            assertEquals(503, refused.ask(waiting).status);
        assertEquals(200, new FilteredRequest("/anything/else").ask(waiting).status);
        assertEquals(503, new FilteredRequest("/something.else").ask(waiting).status);
        assertEquals(Map.of("limit", 2, "inFlight", 2), filter.figures().get("wild"));
        assertEquals(Map.of("limit", 1, "inFlight", 1), filter.figures().get("rest"));
        for (var free : List.of(
                new FilteredRequest("/wild/free", "/a.do"),
                new FilteredRequest("/wild/free", null),
                new FilteredRequest("/files", "/a.do"),
                new FilteredRequest("/a.jsp"))) assertEquals(200, free.ask(waiting).status);
        assertEquals(3, inFlight());
    }
}
