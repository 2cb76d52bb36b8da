package asynclab.web.filter;

import java.io.IOException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;

/** Records in {@link RequestsByThread} which request a thread serves, for the timeline of threads. Thread-safe. */
public final class ServingFilter implements Filter {

    private RequestsByThread requests;

    @Override
    public void init(FilterConfig config) {
        requests = RequestsByThread.of(config.getServletContext());
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!requests.isWatched()) {
            chain.doFilter(request, response);
            return;
        }
        requests.take(((HttpServletRequest) request).getRequestURI());
        try {
            chain.doFilter(request, response);
        } finally {
            requests.leave();
        }
    }

    @Override
    public void destroy() {}
}
