package asynclab.document;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A judgement shows a figure that it follows from. */
class FigureThresholdsTest {

    @ParameterizedTest
    @CsvSource({
        "perSecond>=200,   199.96, perSecond>=200 is not met: it is 199.96",
        "perSecond<12345,  12349,  perSecond<12345 is not met: it is 12349",
        "perSecond=12345,  12345,  perSecond=12345 is met: it is 12345",
        "perSecond>=2,     2.3456, perSecond>=2 is met: it is 2.35"
    })
    void a_rounded_figure_does_not_contradict_the_judgement(String threshold, double value, String said) {
        assertEquals(
                said,
                FigureThresholds.judge(threshold, Map.of("perSecond", value))
                        .get(0)
                        .toString());
    }
}
