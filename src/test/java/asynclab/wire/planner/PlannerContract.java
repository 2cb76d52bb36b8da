package asynclab.wire.planner;

import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;

/** Tests that ask the model. */
abstract class PlannerContract extends ServerContract {

    private static final String LATE = "take more than";

    /** The model has ten seconds for an answer. On a machine that is busy elsewhere they can be too few. */
    static boolean isLate(HttpResponse<String> response) {
        return response.statusCode() == 503 && response.body().contains(LATE);
    }

    /** The answer. If it was late, this asks again, for a minute at most. */
    final HttpResponse<String> answer(String path) throws Exception {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(Await.GIVE_UP_SECONDS);
        HttpResponse<String> response = get(path);
        while (isLate(response) && System.nanoTime() < giveUp) response = get(path);
        return response;
    }

    @Override
    protected final JsonNode json(String path) throws Exception {
        return json(answer(path));
    }
}
