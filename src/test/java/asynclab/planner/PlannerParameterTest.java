package asynclab.planner;

import static org.junit.jupiter.api.Assertions.fail;

import asynclab.discipline.Discipline;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.planner.PlannerParameter.ValueKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The range that a help shows is the one that the questions hold. */
class PlannerParameterTest {

    /** What a parameter may need beside it. */
    private static List<String> contexts() {
        var contexts = new ArrayList<>(List.of(
                "users=1&ms=1",
                "users=1",
                "users=1&medianMs=1",
                "users=1&sigma=1",
                "users=1&ms=1&connections=1",
                "users=1&ms=1&threads=200000&discipline=reserved-threads",
                "arrivalRate=1&duration=1&ms=1"));
        for (String discipline : Discipline.ids()) contexts.add("users=1&ms=1&workers=1&discipline=" + discipline);
        return contexts;
    }

    @Test
    void predict_refuses_what_is_out_of_the_range_of_each_parameter() {
        for (PlannerParameter it : PlannerParameter.ofPredict()) assertRefused(it, "", PredictQuestion::read);
    }

    @Test
    void explain_refuses_what_is_out_of_the_range_of_each_parameter() {
        for (PlannerParameter it : PlannerParameter.ofExplain())
            assertRefused(it, "&mean=5&find=connections&connectionShare=1", ExplainQuestion::read);
    }

    private static void assertRefused(PlannerParameter it, String more, Consumer<Parameters> question) {
        String value = it.kind() == ValueKind.CHOICE || it.kind() == ValueKind.TEXT ? "?" : Long.toString(it.max() + 1);
        var said = new ArrayList<String>();
        for (String context : contexts())
            try {
                question.accept(query(context + more, it.name(), value));
                said.add(context + ": accepted");
            } catch (BadParameter bad) {
                said.add(bad.getMessage());
                boolean isIt = bad.name().equals(it.name()) && bad.value().equals(value);
                if (isIt && bad.range().contains(it.range())) return;
            }
        fail(it.name() + " with " + it.range() + " is refused as: " + String.join("\n", said));
    }

    private static Parameters query(String context, String name, String value) {
        var pairs = new LinkedHashMap<String, String>();
        for (String pair : context.split("&")) pairs.put(pair.replaceFirst("=.*", ""), pair.replaceFirst(".*=", ""));
        pairs.put(name, value);
        return Parameters.of(pairs.entrySet().stream()
                .flatMap(pair -> List.of(pair.getKey(), pair.getValue()).stream())
                .toArray(String[]::new));
    }
}
