package asynclab.bare;

import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** The least that a blocking pattern can cost: it holds its thread for {@code ms=} and writes {@code ok}. It checks nothing. */
public final class BareBlockingServlet extends HttpServlet {

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            Thread.sleep(Long.parseLong(request.getParameter("ms")));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        BareAsyncServlet.writeOk(response);
    }
}
