package asynclab.mistake;

import asynclab.exchange.Exchanges;
import asynclab.input.Settings;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Mistake: a bulkhead whose permit is freed when the filter returns.
 *
 * <p><b>The idea.</b> At most N requests at once; the next is refused with 503. Take a permit, call the chain, give it back in
 * {@code finally}. That is right for blocking servlets, and so it passes its tests.
 *
 * <p><b>What breaks.</b> An asynchronous servlet returns at {@code startAsync()}, a few microseconds after it was called, with
 * all its work still to come. The permit goes back then, so N bounds nothing: every request is let in, and whatever the
 * bulkhead was to protect is flooded.
 *
 * <p><b>Try it.</b> {@code for i in $(seq 10); do curl -s 'localhost:8080/mistake/permit-freed-early?ms=3000' & done; curl
 * localhost:8080/stats}
 *
 * <p><b>What you will see.</b> Two permits, and {@code inFlight} is 10.
 *
 * <p><b>Right.</b> {@code asynclab.web.filter.AdmissionFilter}. Free it when the exchange ends: if {@code request.isAsyncStarted()} after the chain, add an
 * {@code AsyncListener} to {@code request.getAsyncContext()} and give the permit back from its {@code onComplete}, else at
 * once; by a compare-and-set, so that it goes back once however many events arrive (ASYNC-CONTRACT rows 15, 25 and 37).
 *
 * <p>Mapped to one URL, with {@link asynclab.pattern.AsyncServlet} behind it. In the ledger, also what it refuses.
 */
public final class EarlyFreedPermitFilter implements Filter {

    private Exchanges exchanges;
    private Semaphore permits;

    @Override
    public void init(FilterConfig config) {
        exchanges = Exchanges.of(config.getServletContext());
        permits = new Semaphore(Settings.of(config).whole("permits", 1, 1_000, 2));
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!permits.tryAcquire()) {
            exchanges.refuse((HttpServletRequest) request, (HttpServletResponse) response, "All permits are taken.");
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            permits.release(); // the mistake: the request may have just begun to wait
        }
    }

    @Override
    public void destroy() {}
}
