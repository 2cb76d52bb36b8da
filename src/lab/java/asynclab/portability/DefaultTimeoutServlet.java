package asynclab.portability;

import java.io.IOException;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Says how long, in milliseconds, an AsyncContext lives if nobody says otherwise: 30000 by Servlet 3.1 (15.3.3 leaves the way to
 * the container; the API document of {@code getTimeout} names the figure). {@link Portability} adds it to a copy of the WAR, in
 * which no servlet relies on the default. Stateless.
 */
public final class DefaultTimeoutServlet extends HttpServlet {

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AsyncContext context = request.startAsync();
        response.getWriter().print(context.getTimeout());
        context.complete();
    }
}
