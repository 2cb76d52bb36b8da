package asynclab.web;

import asynclab.delay.HoldTime;
import asynclab.exchange.Reply;
import asynclab.input.RequestHead;
import asynclab.parameter.Parameters;
import asynclab.servlet.AnswerServlet;
import java.util.Map;
import javax.servlet.http.HttpServletRequest;

/**
 * {@code /set-default-processing-time?minMs=&maxMs=}: sets the hold time of requests that give none. If both are 0, the
 * default of the deployment applies again. HEAD gets the headers of GET and sets nothing. This URL is from
 * experiment E2's project.
 */
public final class DefaultProcessingTimeServlet extends AnswerServlet {

    @Override
    protected Reply answer(HttpServletRequest request) {
        boolean onlyAsks = request.getMethod().equals("HEAD");
        Parameters query = RequestHead.query(request);
        HoldTime now = onlyAsks
                ? exchanges().planner().wouldBeDefault(query)
                : exchanges().planner().setDefault(query);
        return Reply.json(200, Map.of("status", "Ok", "meanMs", now.meanMillis(), "maxMs", now.maxMillis()));
    }
}
