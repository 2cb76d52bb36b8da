package asynclab.web.planner;

import asynclab.parameter.Parameters;
import asynclab.planner.Computations.Computation;
import asynclab.planner.ExplainQuestion;

/**
 * {@code /explain}: finds the unknown behind the published figures of a closed workload. {@link ExplainQuestion} has the parameters.
 *
 * <p><b>Try it.</b> {@code curl
 * 'localhost:8080/explain?users=100&ramp=30&loops=30&ms=300&thinkMinMs=1000&thinkMaxMs=2000&throughput=23.6&mean=1719'}, then
 * {@code &connectionShare=0.5&cores=2}
 *
 * <p><b>What you will see.</b> 8 threads or workers and no other number. This is experiment E3's Callable. Then 4 connections fit as well.
 */
public final class ExplainServlet extends ModelServlet {

    @Override
    Computation read(Parameters query) {
        return ExplainQuestion.read(query);
    }
}
