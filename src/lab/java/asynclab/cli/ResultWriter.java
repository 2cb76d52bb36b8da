package asynclab.cli;

import asynclab.document.DocumentFolder;
import asynclab.document.JUnitXml;
import asynclab.document.JUnitXml.CaseOutcome;
import asynclab.document.JUnitXml.TestCase;
import asynclab.document.Judgement;
import asynclab.document.Markdown;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.report.Overview;
import asynclab.report.Report;
import asynclab.report.VerdictText;
import asynclab.run.plan.Configuration;
import asynclab.run.result.CheckKind;
import asynclab.run.result.ExperimentResult;
import asynclab.run.result.Summary;
import asynclab.run.result.Threshold;
import asynclab.run.result.Validity;
import asynclab.run.result.ValidityCheck;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stores a result below {@code results/local/}, writes its reports, and checks the thresholds. */
public final class ResultWriter {

    private ResultWriter() {}

    /**
     * @throws LabException if there are thresholds, and one is not met or a serious validity check failed; all files are written
     *     before it is thrown
     */
    public static Path write(ExperimentResult result, Options options, PrintStream out) throws IOException {
        Summary unasked = result.summary();
        List<Threshold> asked = Threshold.parse(options.thresholds());
        Summary summary = asked.isEmpty()
                ? unasked
                : unasked.with(asked.stream().map(t -> t.of(unasked)).toList());
        Path folder = options.results().resolve(summary.experiment());
        summary.writeTo(folder.resolve("summary.json"));
        Summary stored =
                Summary.read(folder.resolve("summary.json")); // to three decimals, so that a later report is the same
        Configuration now = Configuration.of(options.project());
        DocumentFolder.write(Report.of(new ExperimentResult(stored, result.predictions()), folder, now), folder);
        Overview.write(options.results(), now);
        Files.createDirectories(options.work());
        Files.writeString( // the file name that build servers look for
                options.work().resolve("TEST-" + summary.experiment() + ".xml"),
                JUnitXml.of(summary.experiment(), cases(summary)));
        out.printf(
                "%n%s%n%s%n%nThe full report is %s/index.html, and report.md beside it.%n",
                Markdown.of(Report.figures(summary)), VerdictText.of(summary), options.relative(folder));
        if (!asked.isEmpty()) failUnlessMet(summary);
        return folder;
    }

    /** A case for each threshold and each validity check, in JUnit's terms. An amber check has passed. */
    private static List<TestCase> cases(Summary summary) {
        var cases = new ArrayList<TestCase>();
        summary.thresholds().forEach(judged -> cases.add(TestCase.of(judged)));
        Map<String, Integer> runs = new HashMap<>(); // of each arm, so far
        for (ValidityCheck check : summary.validity()) {
            if (check.check() == CheckKind.SAMPLES) runs.merge(check.arm(), 1, Integer::sum); // the first of each run
            boolean leftOut = check.check() == CheckKind.LEFT_OUT; // its detail names the run
            int run = leftOut ? 1 : runs.getOrDefault(check.arm(), 1);
            String name = check.arm() + " " + check.check();
            cases.add(testCase(run == 1 ? name : name + ", run " + run, check));
        }
        return cases;
    }

    private static TestCase testCase(String name, ValidityCheck check) {
        return switch (check.status()) {
            case RED -> new TestCase("validity", name, CaseOutcome.FAILED, check.detail());
            case AMBER -> new TestCase("validity", name, CaseOutcome.PASSED, "amber: " + check.detail());
            case GREEN -> new TestCase("validity", name, CaseOutcome.PASSED, check.detail());
            case NOT_APPLICABLE -> new TestCase(
                    "validity", name, CaseOutcome.SKIPPED, "not applicable: " + check.detail());
        };
    }

    private static void failUnlessMet(Summary summary) {
        Judgement.failUnlessMet(summary.thresholds());
        if (!Validity.isValid(summary.validity()))
            throw new LabException("The thresholds are met. " + VerdictText.of(summary));
    }
}
