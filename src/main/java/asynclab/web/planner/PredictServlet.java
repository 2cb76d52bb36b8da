package asynclab.web.planner;

import asynclab.parameter.Parameters;
import asynclab.planner.Computations.Computation;
import asynclab.planner.PredictQuestion;

/**
 * {@code /predict}: the model's figures for a workload, blocking, asynchronous and with virtual threads. {@link PredictQuestion} has the
 * parameters.
 *
 * <p><b>Try it.</b> {@code curl 'localhost:8080/predict?users=1000&ramp=30&loops=10&mix=80:1000,20:4000&threads=100'}, then
 * {@code &backend=50}; {@code curl 'localhost:8080/predict?arrivalRate=70&duration=300&mix=80:1000,20:4000&threads=100'};
 * {@code curl 'localhost:8080/predict?arrivalRate=300&duration=60&ms=50&threads=20&connections=8&connectionShare=0.5&cores=2&processingMs=4'}
 */
public final class PredictServlet extends ModelServlet {

    @Override
    Computation read(Parameters query) {
        return PredictQuestion.read(query);
    }
}
