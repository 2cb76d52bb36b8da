package asynclab.report;

import asynclab.document.JUnitXml.CaseOutcome;
import asynclab.document.JUnitXml.TestCase;
import asynclab.run.result.Summary;
import asynclab.run.result.ValidityCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A result as test cases: one for each threshold and each validity check. A green or amber check has passed. A red check and a missed
 * threshold have failed. A check that is not applicable is skipped.
 */
public final class TestCases {

    private TestCases() {}

    public static List<TestCase> of(Summary summary) {
        var cases = new ArrayList<TestCase>();
        summary.thresholds().forEach(judged -> cases.add(TestCase.of(judged)));
        Map<String, Integer> seen = new HashMap<>();
        for (ValidityCheck check : summary.validity()) {
            String name = check.arm() + " " + check.check();
            int run = seen.merge(name, 1, Integer::sum);
            String prefix =
                    switch (check.status()) {
                        case AMBER -> "amber: ";
                        case NOT_APPLICABLE -> "not applicable: ";
                        default -> "";
                    };
            CaseOutcome outcome =
                    switch (check.status()) {
                        case RED -> CaseOutcome.FAILED;
                        case AMBER, GREEN -> CaseOutcome.PASSED;
                        case NOT_APPLICABLE -> CaseOutcome.SKIPPED;
                    };
            cases.add(new TestCase(
                    "validity", run == 1 ? name : name + ", run " + run, outcome, prefix + check.detail()));
        }
        return cases;
    }
}
