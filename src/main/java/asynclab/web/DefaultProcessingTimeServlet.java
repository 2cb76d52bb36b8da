package asynclab.web;

import asynclab.delay.HoldTime;
import asynclab.exchange.Reply;
import asynclab.input.Query;
import asynclab.servlet.AnswerServlet;
import java.util.Map;
import javax.servlet.http.HttpServletRequest;

/**
 * {@code /set-default-processing-time?minMs=&maxMs=}: sets the hold time of requests that give none. If both are 0, the
 * default of the deployment applies again. This URL is from experiment E2's project.
 */
public final class DefaultProcessingTimeServlet extends AnswerServlet {

    @Override
    protected Reply answer(HttpServletRequest request) {
        HoldTime now = exchanges().planner().setDefault(Query.of(request));
        return Reply.json(200, Map.of("status", "Ok", "meanMs", now.meanMillis(), "maxMs", now.maxMillis()));
    }
}
