package asynclab.input;

import asynclab.ContractRow;
import asynclab.Doubling;
import asynclab.delay.HoldTime;
import asynclab.parameter.Parameters;
import asynclab.planner.ExplainQuestion;
import asynclab.planner.PredictQuestion;
import asynclab.resource.EventLog;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every parser of input from outside is linear in its input, and its stack does not grow with it ({@link Doubling}). */
class LinearInputTest {

    /** A text that is repeated, and the parser that reads the result. */
    private record RepeatedInput(String what, String before, String repeated, Consumer<String> parser) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static final EventLog LOG = new EventLog(1);

    static List<RepeatedInput> readings() {
        return List.of(
                query("&"),
                query("="),
                query("=&"),
                query("a=b&"),
                query("+"),
                query("%41"),
                query("%C3%A4"),
                query("%"),
                query("a"),
                new RepeatedInput("ms", "ms=", "1", read(query -> query.whole("ms", 0, 9, 0))),
                new RepeatedInput("throughput", "throughput=", "1", read(query -> query.positive("throughput", 9))),
                new RepeatedInput("mix", "mix=", "1:1,", read(HoldTime::of)),
                new RepeatedInput("mix without a comma", "mix=", "1:", read(HoldTime::of)),
                new RepeatedInput("percentiles", "percentiles=", "1:1,", read(HoldTime::of)),
                new RepeatedInput("percentiles without a comma", "percentiles=1:", "1", read(HoldTime::of)),
                new RepeatedInput("predict", "users=1&ms=1", "&x=1", read(PredictQuestion::read)),
                new RepeatedInput("explain", "users=1&ms=1", "&x=1", read(ExplainQuestion::read)),
                new RepeatedInput("after", "after=", "1-", read(query -> LOG.position(query, "after", 0))),
                new RepeatedInput(
                        "If-None-Match",
                        "",
                        "W/\"a\", ",
                        text -> Preconditions.of(
                                Collections.emptyEnumeration(), Collections.enumeration(List.of(text)), "\"x\"")),
                new RepeatedInput(
                        "If-None-Match without an end",
                        "",
                        "\"",
                        text -> Preconditions.of(
                                Collections.emptyEnumeration(), Collections.enumeration(List.of(text)), "\"x\"")),
                new RepeatedInput("after, digits", "after=", "1", read(query -> LOG.position(query, "after", 0))));
    }

    private static RepeatedInput query(String repeated) {
        return new RepeatedInput("query of " + repeated, "", repeated, Parameters::parse);
    }

    private static Consumer<String> read(Consumer<Parameters> parser) {
        return text -> parser.accept(Parameters.parse(text));
    }

    @ContractRow(58)
    @ParameterizedTest
    @MethodSource("readings")
    @Timeout(60)
    void eight_times_the_input_takes_nearer_to_eight_times_as_long_than_to_its_square(RepeatedInput input)
            throws Exception {
        Doubling.assertLinear(input.before, input.repeated, input.parser);
    }
}
