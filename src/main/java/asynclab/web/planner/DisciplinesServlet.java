package asynclab.web.planner;

import asynclab.discipline.Discipline;
import asynclab.exchange.Reply;
import asynclab.servlet.AnswerServlet;
import java.util.List;
import java.util.stream.Stream;
import javax.servlet.http.HttpServletRequest;

/**
 * {@code /disciplines}: the disciplines of the application's queue with the parameters of {@code /predict} that each uses, as JSON. The pages
 * make their choices and fields of it.
 *
 * <p><b>Try it.</b> {@code curl localhost:8080/disciplines}
 */
public final class DisciplinesServlet extends AnswerServlet {

    private record ListedDiscipline(
            String name, String title, String refused, String dropped, String next, List<QueueParameter> parameters) {}

    @Override
    protected Reply answer(HttpServletRequest request) {
        return Reply.json(
                200,
                Stream.of(Discipline.values())
                        .map(it -> new ListedDiscipline(
                                it.id(), it.title(), it.refused(), it.dropped(), it.next(), QueueParameter.of(it)))
                        .toList());
    }
}
