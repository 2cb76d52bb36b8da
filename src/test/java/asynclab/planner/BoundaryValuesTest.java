package asynclab.planner;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.exchange.Reply;
import asynclab.model.Budget;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every pair of boundary values of all parameters of the model is answered with figures or refused in a sentence: 200, or 400, or 503 if
 * the computation is too large. No answer has a figure that JSON has not.
 */
class BoundaryValuesTest {

    private static final Pattern NO_FIGURE = Pattern.compile("NaN|Infinity|∞");
    /** Every so manieth pair is checked; {@code -Dlab.pairs=1} checks all, which takes many minutes. */
    private static final int STEP = Integer.getInteger("lab.pairs", 97);

    private static final int MOST_SIMULATED = 300; // of a pair; what is larger is the budget's
    private static final long MOST_MILLIS = 10_000;

    private static final List<Map.Entry<String, List<String>>> SHARED = List.of(
            values("ramp", "0 1 3600"),
            values("loops", "1 200000"),
            values("duration", "1 3600"),
            values("thinkMinMs", "0 1 600000"),
            values("thinkMaxMs", "0 600000"),
            values("timeoutMs", "1 660000"),
            values("ms", "0 1 600000"),
            values("minMs", "0 600000"),
            values("maxMs", "0 1"),
            values("mix", "100:0 99:0,1:600000"),
            values("meanMs", "0.000001 16000"),
            values("medianMs&sigma", "1&0.001 600000&0.001 0.000001&1"),
            values("percentiles", "0:0,100:0 100:600000 99.999999:0,100:600000"),
            values("threads", "1 2 200000"),
            values("discipline&reserved", "reserved-threads&1 reserved-threads&2 reserved-threads&200000"),
            values("discipline&workers", "submission-queues&1 submission-queues&32767 fifo&1 lifo&200000"),
            values("discipline&limit&workers", "bounded&0&1 bounded&1000000&1 adaptive&0&1 adaptive&1000000&2"),
            values("discipline&targetMs&intervalMs&workers", "adaptive-lifo&1&1&1 adaptive-lifo&600000&600000&1"),
            values("discipline&deadlineMs&marginMs&workers", "deadline&1&0&1 deadline&1&600000&1 deadline&660000&0&2"));

    private static final List<Map.Entry<String, List<String>>> OF_PREDICT = List.of(
            values("processingMs", "0 1 0.000001 600000"),
            values("cores", "1 1024"),
            values("limit", "1 200000"),
            values("connections", "1 200000"),
            values("connections&connectionShare", "1&0 1&1 2&0.000001"),
            values("connections&connectionTimeoutMs", "1&1 1&660000"),
            values("backend", "1 200000"),
            values("workers", "1 200000"),
            values("seed", "0 2147483647"),
            values("rate", "0.000001 1000000"),
            values("waitingMs", "0 600000"),
            values("resumeMs", "0 600000"),
            values("arrivals", "poisson constant"));

    private static final List<Map.Entry<String, List<String>>> OF_EXPLAIN = List.of(
            values("throughput", "0.000001 1000000"),
            values("mean", "0.000001 100000000"),
            values("p50", "0.000001 100000000"),
            values("p99", "0.000001 100000000"),
            values("max", "0.000001 100000000"),
            values("tolerance", "0.000001 50"),
            values("cores", "1 1024"),
            values("connectionShare", "0.000001 1"),
            values("find&cores", "processing&1"),
            values("find&connectionShare&threads", "connections&1&1 connections&0.5&2"),
            values("find", "think threads"));

    private static Map.Entry<String, List<String>> values(String name, String values) {
        return Map.entry(name, List.of(values.split(" ")));
    }

    /** A base with up to two of its parameters replaced or added. */
    @ContractRow(35)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/predict?users=2&ms=1",
                "/predict?users=1&ms=0&rate=1",
                "/predict?users=2&ms=1&ramp=1&workers=1&backend=1",
                "/predict?arrivalRate=2&duration=1&ms=1",
                "/predict?arrivalRate=0.000001&duration=1&ms=0&threads=1",
                "/explain?users=2&ms=1&mean=1",
                "/explain?users=2&ms=0&throughput=1",
                "/explain?users=2&ms=1&mean=1&find=think",
            })
    void every_pair_of_boundary_values_gets_figures_or_a_refusal(String base) {
        var all = new ArrayList<Map.Entry<String, String>>();
        boolean predicts = base.startsWith("/predict");
        for (var more : List.of(SHARED, predicts ? OF_PREDICT : OF_EXPLAIN))
            for (var values : more) for (String value : values.getValue()) all.add(Map.entry(values.getKey(), value));
        int answered = 0;
        int pairs = 0;
        for (int i = 0; i < all.size(); i++)
            for (int j = i; j < all.size(); j++) {
                if (i != j && pairs++ % STEP != 0) continue;
                if (check(predicts, query(base, all.get(i), all.get(j)), ofAPair())) answered++;
            }
        assertTrue(answered > all.size() / 3, "only " + answered + " were answered");
    }

    /** Questions whose run takes no time, or very long. */
    @ContractRow(35)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/predict?users=1&ms=0&rate=1",
                "/predict?users=2&mix=99:0,1:600000",
                "/predict?users=1&meanMs=0.000001",
                "/predict?users=1&ms=0&rate=1&workers=1&backend=1",
                "/predict?users=9&ms=0&rate=1&discipline=bounded&limit=0&workers=1",
                "/predict?arrivalRate=0.000001&duration=1&ms=0&threads=1",
                "/predict?users=1&ms=600000&processingMs=600000&waitingMs=600000&resumeMs=600000",
                "/predict?users=9&ms=1&discipline=reserved-threads&reserved=1&threads=2",
                "/explain?users=2&ms=0&throughput=1",
                "/explain?users=2&ms=0&mean=1&throughput=1&p50=1",
                "/explain?users=2&ms=0&throughput=1&find=think",
                "/explain?users=9&ms=1&mean=1&discipline=reserved-threads&reserved=8",
            })
    void boundary_values_get_figures(String question) {
        assertTrue(check(question.startsWith("/predict"), question.replaceFirst(".*\\?", ""), Budget.unlimited()));
    }

    private static String query(String base, Map.Entry<String, String> one, Map.Entry<String, String> other) {
        var parameters = new LinkedHashMap<String, String>();
        for (String pair : base.substring(base.indexOf('?') + 1).split("&"))
            parameters.put(pair.replaceFirst("=.*", ""), pair.replaceFirst(".*=", ""));
        for (var change : List.of(one, other)) {
            String[] names = change.getKey().split("&");
            String[] values = change.getValue().split("&");
            if (isHold(names[0])) parameters.keySet().removeIf(BoundaryValuesTest::isHold);
            for (int i = 0; i < names.length; i++) parameters.put(names[i], values[i]);
        }
        var query = new StringBuilder();
        parameters.forEach(
                (name, value) -> query.append('&').append(name).append('=').append(value));
        return query.substring(1);
    }

    private static boolean isHold(String name) {
        return List.of("ms", "mix", "meanMs", "medianMs", "sigma", "percentiles")
                .contains(name);
    }

    private static Budget ofAPair() {
        return Budget.of(MOST_SIMULATED, MOST_MILLIS, MOST_SIMULATED);
    }

    /** @return whether there was an answer */
    private static boolean check(boolean predicts, String query, Budget budget) {
        try {
            Parameters parameters = Parameters.parse(query);
            var computation = predicts ? PredictQuestion.read(parameters) : ExplainQuestion.read(parameters);
            Object page = computation.run(budget);
            String body = new String(Reply.json(200, page).body(), StandardCharsets.UTF_8);
            assertFalse(NO_FIGURE.matcher(body).find(), () -> query + ": " + body);
            return true;
        } catch (BadParameter | Budget.Exceeded refused) {
            assertTrue(refused.getMessage().endsWith("."), query);
            return false;
        } catch (RuntimeException | Error wrong) {
            throw new AssertionError(query, wrong);
        }
    }
}
