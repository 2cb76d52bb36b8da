package asynclab.wire.recorder;

import java.io.IOException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletResponse;

/** A filter that {@code web.xml} names. It says whether the recorder's filter has called it. */
public final class SecondFilter implements Filter {

    @Override
    public void init(FilterConfig config) {}

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        boolean recorded = StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().endsWith(".RecorderFilter")));
        ((HttpServletResponse) response).setHeader("Recorded", String.valueOf(recorded));
        chain.doFilter(request, response);
    }

    @Override
    public void destroy() {}
}
