package asynclab.wire;

import java.io.IOException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import org.slf4j.MDC;

/** Puts {@code n=} into the log context, for as long as the request thread is the request's. Only tests deploy it. */
public final class MarkingFilter implements Filter {

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String mark = request.getParameter("n");
        if (mark != null) MDC.put("n", mark);
        try {
            chain.doFilter(request, response);
        } finally {
            MDC.remove("n");
        }
    }

    @Override
    public void init(FilterConfig config) {}

    @Override
    public void destroy() {}
}
