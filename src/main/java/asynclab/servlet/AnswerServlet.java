package asynclab.servlet;

import asynclab.exchange.Reply;
import asynclab.input.RequestHead;
import asynclab.parameter.BadParameter;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Base class of the servlets that answer at once: GET and HEAD only, 400 for a bad parameter, 500 for a bug. The ledger does not count
 * their requests. The request thread makes the answer, and waits for its reader only as {@link asynclab.exchange.Exchanges#end} does.
 */
public abstract class AnswerServlet extends ExchangesServlet {

    private static final Logger LOG = LoggerFactory.getLogger(AnswerServlet.class);

    /** Makes the answer, on the request thread. */
    protected abstract Reply answer(HttpServletRequest request) throws Exception;

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) {
        exchanges().send(request, response, reply(request));
    }

    private Reply reply(HttpServletRequest request) {
        String method = request.getMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) return Reply.onlyMethods("GET, HEAD", method);
        try {
            RequestHead.checkLength(request);
            return answer(request);
        } catch (BadParameter bad) {
            return Reply.badParameter(bad);
        } catch (Exception thrown) {
            LOG.error("An answer could not be computed", thrown);
            return Reply.failed();
        }
    }
}
