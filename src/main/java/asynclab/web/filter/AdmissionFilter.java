package asynclab.web.filter;

import asynclab.container.ContainerKind;
import asynclab.exchange.Exchanges;
import asynclab.input.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletContext;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Admission control: a limit on the requests in flight, for each servlet (its bulkhead) and in total. A request beyond the
 * limit gets 503 and Retry-After at once, before any work. So admitted requests keep their hold time, however many more
 * arrive.
 *
 * <p><b>Why.</b> A waiting asynchronous request holds no thread, so the threads no longer limit the requests in flight.
 * Memory, sockets or the awaited resource run out instead. A container's own bounded queue does not help, because it closes
 * connections (jetty #1705, #14330).
 *
 * <p><b>When the permit is returned.</b> Once, when the exchange ends, for every ending, and before the client can have the last
 * byte. Else its next request would be refused. It is not returned when the chain returns, because the work of an asynchronous
 * servlet only begins then ({@link asynclab.mistake.EarlyFreedPermitFilter}). For an asynchronous request without an exchange,
 * the container reports the end, which may be after the client has its answer.
 *
 * <p><b>Its cost.</b> One look-up by path ({@link Mappings}) and two compare-and-sets to take and to return the permits. No
 * request waits, so there is no queue and no lock.
 *
 * <p><b>What it does not see.</b> A blocking servlet has no more requests in flight than there are request threads. Requests
 * that wait for a thread have not reached any filter.
 *
 * <p>Settings ({@link Settings}): {@code max-in-flight}, {@code max-in-flight-each}, and {@code max-in-flight.SERVLET} for
 * one servlet by its name in {@code web.xml}. All URLs of a servlet share its limit. The init-param {@code exempt} names
 * servlets without a limit. The container's own servlets for files and JSP have none either. Thread-safe.
 */
public final class AdmissionFilter implements Filter {

    private static final int MOST = 1_000_000;

    private final List<Bulkhead> bulkheads = new ArrayList<>(); // unchanged after init
    private final Mappings<Optional<Bulkhead>> byPath = new Mappings<>(); // unchanged after init; empty: no limit
    private Bulkhead all;
    private Exchanges exchanges;

    @Override
    public void init(FilterConfig config) {
        ServletContext context = config.getServletContext();
        exchanges = Exchanges.of(context);
        all = new Bulkhead("all", limit(context, "max-in-flight"));
        int each = limit(context, "max-in-flight-each");
        var exempt = new HashSet<>(ContainerKind.OWN_SERVLETS);
        Collections.addAll(exempt, Settings.of(config).text("exempt").split("[,\\s]+"));
        context.getServletRegistrations().forEach((servlet, registration) -> {
            Optional<Bulkhead> bulkhead =
                    exempt.contains(servlet) ? Optional.empty() : Optional.of(bulkhead(context, servlet, each));
            bulkhead.ifPresent(bulkheads::add);
            for (String pattern : registration.getMappings()) byPath.add(pattern, bulkhead);
        });
        context.setAttribute(AdmissionFilter.class.getName(), this);
    }

    private static Bulkhead bulkhead(ServletContext context, String servlet, int each) {
        String own = "max-in-flight." + servlet;
        boolean hasOwn = !Settings.of(context).text(own).isEmpty();
        return new Bulkhead(servlet, hasOwn ? limit(context, own) : each);
    }

    private static int limit(ServletContext context, String name) {
        return Settings.of(context).whole(name, 1, MOST);
    }

    /** The filter of an application, or null if it has none. */
    public static AdmissionFilter of(ServletContext context) {
        return (AdmissionFilter) context.getAttribute(AdmissionFilter.class.getName());
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Bulkhead own = bulkheadOf((HttpServletRequest) request);
        if (own == null) {
            chain.doFilter(request, response);
            return;
        }
        Runnable permit = enter(own);
        if (permit == null) {
            exchanges.refuse(
                    (HttpServletRequest) request, (HttpServletResponse) response, "Too many requests are in flight.");
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            Exchanges.whenEnded((HttpServletRequest) request, permit);
        }
    }

    /** The bulkhead of the servlet; null without a servlet or for an exempt one. */
    private Bulkhead bulkheadOf(HttpServletRequest request) {
        String rest = request.getPathInfo();
        String path = request.getServletPath();
        Optional<Bulkhead> own = byPath.find(rest == null ? path : path + rest);
        return own == null ? null : own.orElse(null);
    }

    /** @return gives the permits back; null if there is none */
    private Runnable enter(Bulkhead own) {
        if (!own.free.tryAcquire()) return null;
        if (all.free.tryAcquire()) return () -> release(own);
        own.free.release();
        return null;
    }

    private void release(Bulkhead own) {
        own.free.release();
        all.free.release();
    }

    /** Limit and requests in flight: in total first, then for each servlet with requests in flight, by its name. */
    public Map<String, Map<String, Integer>> figures() {
        var figures = ofEachServlet();
        figures.values().removeIf(it -> it.get("inFlight") == 0);
        var allFirst = new LinkedHashMap<String, Map<String, Integer>>();
        allFirst.put(all.servlet, inAll());
        allFirst.putAll(figures);
        return allFirst;
    }

    /** Limit and requests in flight of every servlet, by its name. */
    public Map<String, Map<String, Integer>> ofEachServlet() {
        var figures = new TreeMap<String, Map<String, Integer>>();
        for (Bulkhead bulkhead : bulkheads) figures.put(bulkhead.servlet, bulkhead.figures());
        return figures;
    }

    /** Limit and requests in flight in total. */
    public Map<String, Integer> inAll() {
        return all.figures();
    }

    private record Bulkhead(String servlet, int limit, Semaphore free) {
        Bulkhead(String servlet, int limit) {
            this(servlet, limit, new Semaphore(limit)); // tryAcquire is a compare-and-set and never waits
        }

        int inFlight() {
            return limit - free.availablePermits();
        }

        public Map<String, Integer> figures() {
            return Map.of("limit", limit, "inFlight", inFlight());
        }
    }

    @Override
    public void destroy() {}
}
