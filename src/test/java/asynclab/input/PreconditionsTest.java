package asynclab.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.ContractRow;
import asynclab.input.Preconditions.Outcome;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** For a resource with the tag "x". Header lines are separated by a bar. */
class PreconditionsTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                ", '\"x\"', NOT_MODIFIED",
                ", 'W/\"x\"', NOT_MODIFIED",
                ", '*', NOT_MODIFIED",
                ", ' * ', NOT_MODIFIED",
                ", '\"a\", \"x\"', NOT_MODIFIED",
                ", '\"a,b\",W/\"c\" , W/\"x\"', NOT_MODIFIED",
                ", ',, ,\"x\"', NOT_MODIFIED",
                ", '\"a\"|\"x\"', NOT_MODIFIED",
                ", '\"a\"|*', NOT_MODIFIED",
                ", '\"y\"', MET",
                ", '\"xx\"', MET",
                ", '\"\"', MET",
                ", 'x', MET",
                ", '\"x', MET",
                ", 'w/\"x\"', MET",
                ", 'W/ \"x\"', MET",
                ", '\"a\" \"x\"', MET",
                ", '\"a\", y, \"x\"', MET",
                ", '\"a\",*', MET",
                ", '', MET",
                ", , MET",
            })
    void if_none_match_compares_weakly(String ifMatch, String ifNoneMatch, Outcome outcome) {
        assertOutcome(outcome, ifMatch, ifNoneMatch);
    }

    @ContractRow(60)
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "'\"x\"', , MET",
                "'*', , MET",
                "'\"a\", \"x\"', , MET",
                "'\"a\"|\"b\"|\"x\"', , MET",
                "'W/\"x\"', , FAILED",
                "'\"y\"', , FAILED",
                "'', , FAILED",
                "'x', , FAILED",
                "'\"x\"', '\"x\"', NOT_MODIFIED",
                "'*', '\"y\"', MET",
                "'\"y\"', '\"x\"', FAILED",
                "'W/\"x\"', '*', FAILED",
            })
    void if_match_compares_strongly_and_comes_first(String ifMatch, String ifNoneMatch, Outcome outcome) {
        assertOutcome(outcome, ifMatch, ifNoneMatch);
    }

    private static void assertOutcome(Outcome outcome, String ifMatch, String ifNoneMatch) {
        assertEquals(
                outcome,
                Preconditions.of(
                        Collections.enumeration(lines(ifMatch)), Collections.enumeration(lines(ifNoneMatch)), "\"x\""));
    }

    private static List<String> lines(String header) {
        return header == null ? List.of() : List.of(header.split("\\|"));
    }
}
