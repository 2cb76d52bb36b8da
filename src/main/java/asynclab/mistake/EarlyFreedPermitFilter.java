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
 * Mistake: a bulkhead that releases its permit when the filter returns.
 *
 * <p><b>The idea.</b> At most N requests run at once; the next one gets 503. The filter takes a permit, calls the chain, and
 * releases the permit in {@code finally}. This is right for blocking servlets, so their tests pass.
 *
 * <p><b>What breaks.</b> An asynchronous servlet returns after {@code startAsync()}, within microseconds, before its work
 * begins. The permit is released then, so N limits nothing. Every request enters and overloads the resource behind the
 * bulkhead.
 *
 * <p><b>Try it.</b> {@code for i in $(seq 10); do curl -s 'localhost:8080/mistake/permit-freed-early?ms=3000' & done; curl
 * localhost:8080/stats}
 *
 * <p><b>What you will see.</b> There are two permits, and {@code inFlight} is 10.
 *
 * <p><b>Right.</b> Release the permit when the exchange ends, as {@code asynclab.web.filter.AdmissionFilter} does. If {@code
 * request.isAsyncStarted()} is true after the chain, add an {@code AsyncListener} to {@code request.getAsyncContext()} and
 * release the permit in its {@code onComplete}; otherwise release it at once. Use a compare-and-set, so that it is released
 * once however many events arrive (rows 15, 25 and 37 of {@code src/site/markdown/contracts.md}).
 *
 * <p>It is mapped to one URL, with {@link asynclab.pattern.AsyncServlet} behind it. All its requests are in the ledger, also
 * the refused ones.
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
            permits.release(); // the mistake: the request may still be waiting
        }
    }

    @Override
    public void destroy() {}
}
