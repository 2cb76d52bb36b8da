package asynclab.portability;

import java.io.IOException;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Returns the container's default timeout of an AsyncContext in milliseconds. Servlet 3.1 says 30000, in the API document of
 * {@code getTimeout}. {@link Portability} adds this servlet to a copy of the WAR, because no servlet of the WAR relies on the
 * default. Stateless.
 */
public final class DefaultTimeoutServlet extends HttpServlet {

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AsyncContext context = request.startAsync();
        response.getWriter().print(context.getTimeout());
        context.complete();
    }
}
