package asynclab.web;

import asynclab.delay.BadParameter;
import asynclab.delay.HoldTime;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Query;
import asynclab.exchange.Reply;
import java.io.IOException;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * {@code /set-default-processing-time?minMs=&maxMs=}: how long requests that do not say are held from now on; both 0 brings
 * the deployment's default back. The URL of experiment E2's project.
 */
public final class DefaultProcessingTimeServlet extends HttpServlet {

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            HoldTime now = Exchanges.of(getServletContext()).planner().setDefault(Query.of(request));
            Reply.json(200, Map.of("status", "Ok", "meanMs", now.meanMillis(), "maxMs", now.maxMillis()))
                    .writeTo(response);
        } catch (BadParameter bad) {
            Reply.badParameter(bad).writeTo(response);
        }
    }
}
