package asynclab.web.planner;

import asynclab.exchange.Reply;
import asynclab.input.RequestHead;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.planner.Computations;
import asynclab.planner.Computations.Computation;
import asynclab.planner.PlannerAnswer;
import asynclab.servlet.AnswerServlet;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletRequest;

/**
 * The shared part of the model's two URLs. At most two computations run at a time in a deployment; further requests get 503 at once. A
 * computation runs on the request thread: two busy threads of a hundred do little harm, and a separate pool would need a shutdown.
 *
 * <p>A closed connection does not end its computation. A computing request thread does not read its connection, so it cannot
 * know. The limit is two computations of ten seconds each.
 */
public abstract class ModelServlet extends AnswerServlet {

    private Computations computations;

    /** Makes the computations' limit available to the servlets of the application. */
    public static void publishIn(ServletContext context) {
        context.setAttribute(Computations.class.getName(), new Computations());
    }

    /** @throws BadParameter if a parameter is malformed, missing or out of range */
    abstract Computation read(Parameters query);

    @Override
    public void init() {
        super.init();
        computations = (Computations) getServletContext().getAttribute(Computations.class.getName());
    }

    @Override
    protected final Reply answer(HttpServletRequest request) {
        return reply(computations.answer(read(RequestHead.query(request))));
    }

    static Reply reply(PlannerAnswer answer) {
        Reply reply = Reply.json(answer.status(), answer.page());
        return answer.retryAfterSeconds() == 0
                ? reply
                : reply.with("Retry-After", Integer.toString(answer.retryAfterSeconds()));
    }
}
