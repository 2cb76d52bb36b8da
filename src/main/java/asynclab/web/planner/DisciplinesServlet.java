package asynclab.web.planner;

import asynclab.exchange.Reply;
import asynclab.planner.Disciplines;
import asynclab.servlet.AnswerServlet;
import javax.servlet.http.HttpServletRequest;

/**
 * {@code /disciplines}: the disciplines of the application's queue with the parameters of {@code /predict} that each uses, as JSON. The pages
 * make their choices and fields of it.
 *
 * <p><b>Try it.</b> {@code curl localhost:8080/disciplines}
 */
public final class DisciplinesServlet extends AnswerServlet {

    @Override
    protected Reply answer(HttpServletRequest request) {
        return Reply.json(200, Disciplines.list());
    }
}
