package asynclab.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** What the Planner's questions refuse: which parameter, and which value. {@code PlannerInputContract} has the answers over HTTP. */
class RefusedQuestionsTest {

    /** Each with the parameter that is refused and its value. A comment of the file begins each kind of question. */
    @ParameterizedTest
    @CsvFileSource(files = "src/test/resources/asynclab/planner/refused.csv", quoteCharacter = '\'')
    void bad_input_is_refused_with_the_range(String question, String parameter, String value) {
        String query = question.substring(question.indexOf('?') + 1);
        Parameters parameters = Parameters.parse(query);
        var bad = assertThrows(BadParameter.class, () -> {
            if (question.startsWith("/predict")) PredictQuestion.read(parameters);
            else ExplainQuestion.read(parameters);
        });
        assertEquals(parameter, bad.name());
        assertEquals(value, bad.value());
        assertTrue(bad.getMessage().contains(bad.range()), bad.getMessage());
    }
}
