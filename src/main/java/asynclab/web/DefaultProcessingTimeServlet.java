package asynclab.web;

import asynclab.delay.BadParameter;
import asynclab.delay.HoldPlanner;
import asynclab.delay.HoldTime;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Query;
import asynclab.exchange.Reply;
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
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        var exchanges = Exchanges.of(getServletContext());
        exchanges.send(request, response, reply(exchanges.planner(), request));
    }

    private static Reply reply(HoldPlanner planner, HttpServletRequest request) {
        try {
            HoldTime now = planner.setDefault(Query.of(request));
            return Reply.json(200, Map.of("status", "Ok", "meanMs", now.meanMillis(), "maxMs", now.maxMillis()));
        } catch (BadParameter bad) {
            return Reply.badParameter(bad);
        }
    }
}
