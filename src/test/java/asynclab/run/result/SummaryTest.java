package asynclab.run.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.document.ResultJson;
import asynclab.model.Bounds.Limiter;
import asynclab.model.Trace;
import asynclab.run.plan.PublishedFigures;
import asynclab.run.result.Diagnosis.Cause;
import asynclab.run.result.figures.Measured;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A stored result is read as it was written. */
class SummaryTest {

    private record TwoDoubles(double primitive, Double nullable) {}

    private static JsonNode tree(Object value) {
        return ResultJson.mapper().valueToTree(value);
    }

    private static <T> T again(T value, Class<T> type) throws JsonProcessingException {
        return ResultJson.mapper().readValue(ResultJson.mapper().writeValueAsString(value), type);
    }

    @Test
    void a_figure_that_is_not_finite_is_stored_as_null() throws Exception {
        for (double none : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            var figures = new TwoDoubles(none, none);
            assertTrue(tree(figures).get("primitive").isNull(), () -> "" + tree(figures));
            assertTrue(tree(figures).get("nullable").isNull());
            assertTrue(Double.isNaN(again(figures, TwoDoubles.class).primitive));
            assertNull(again(figures, TwoDoubles.class).nullable);
        }
        assertEquals(new TwoDoubles(1.235, 2.0), again(new TwoDoubles(1.23456, 2.0), TwoDoubles.class));
    }

    @Test
    void a_figure_that_an_older_result_does_not_have_is_0() throws Exception {
        assertEquals(0, ResultJson.mapper().readValue("{}", TwoDoubles.class).primitive);
    }

    @Test
    void a_run_without_a_success_has_no_times_of_successes() throws Exception {
        var trace = new Trace(1);
        trace.add(0, 0, 100, false);
        var measured = Measured.of(trace, Map.of(), Map.of("503", 1), List.of());
        assertNull(measured.times().goodMeanMs());
        assertEquals(measured, again(measured, Measured.class));
    }

    @Test
    void a_diagnosis_is_stored_with_its_limiter_in_lower_case() throws Exception {
        var diagnosis = new Diagnosis(Limiter.ARRIVALS, -0.123, Cause.LATE_USERS, 1.5);
        assertEquals(
                "{\"limiter\":\"arrivals\",\"deviation\":-0.123,\"cause\":\"late-users\",\"evidence\":1.5}",
                tree(diagnosis).toString());
        assertEquals(diagnosis, again(diagnosis, Diagnosis.class));
    }

    @Test
    void published_figures_are_stored_by_their_names_and_an_unknown_name_is_refused() throws Exception {
        var published = new PublishedFigures(Map.of("p99Ms", 24.0), List.of(), "on Windows", "");
        assertEquals("{\"p99Ms\":24.0,\"note\":\"on Windows\"}", tree(published).toString());
        assertEquals(published, again(published, PublishedFigures.class));
        assertEquals(Map.of("p99Ms", 2.4), published.faster(10).figures());
        assertThrows(JsonProcessingException.class, () -> ResultJson.mapper()
                .readValue("{\"p98Ms\":1}", PublishedFigures.class));
        assertFalse(PublishedFigures.NAMES.contains("p98Ms"));
    }
}
