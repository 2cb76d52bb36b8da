package asynclab.cli;

import static asynclab.document.Texts.text;

import asynclab.corpus.reproduction.ReproductionPage;
import asynclab.document.ResultJson;
import asynclab.document.Texts;
import asynclab.document.WholeFile;
import asynclab.frameworks.FrameworkPage;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.report.Headlines;
import asynclab.report.Overview;
import asynclab.run.plan.Configuration;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.Environment;
import asynclab.run.result.Validity;
import asynclab.run.result.ValidityCheck;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.commons.io.FileUtils;

/**
 * The reference results in {@code results/}. A run always writes to {@code results/local/}. {@code -Dpublish=true} then copies its
 * result to {@code results/}, if the result is fit to be a reference.
 */
public final class Reference {

    private final Options options;

    public Reference(Options options) {
        this.options = options;
    }

    /** @throws LabException if this run cannot become a reference, whatever its result */
    public void checkBeforeTheRun() {
        if (!options.publish()) return;
        if (options.speed() != 1) refuse("the speed is " + options.speed() + "; a reference is measured at speed 1.");
        List<String> changed = Environment.changedFiles(options.project());
        if (changed == null) refuse("the project is not in git, so the measured code cannot be identified.");
        if (!changed.isEmpty()) refuse("the tree has changes that are not committed: " + some(changed) + ".");
        double busy = options.run() ? Environment.busyShare() : 0;
        if (busy > Validity.IDLE_SHARE)
            refuse(text(
                    "something else keeps the processors %.0f %% busy; at most %.0f %% are allowed.",
                    100 * busy, 100 * Validity.IDLE_SHARE));
    }

    /** @throws LabException if an arm would be missing. An optional arm may be missing, unless the reference has it */
    void checkArms(Experiment experiment, List<PlannedArm> chosen) throws IOException {
        if (!options.publish()) return;
        var measured = new HashSet<String>();
        chosen.forEach(arm -> measured.add(arm.name()));
        var stored = new HashSet<String>();
        Path reference = options.reference().resolve(experiment.name());
        if (hasResult(reference))
            json(reference)
                    .path("arms")
                    .forEach(arm -> stored.add(arm.path("name").asText()));
        List<String> missing = experiment.arms().stream()
                .filter(arm -> !measured.contains(arm.name()) && (!arm.optional() || stored.contains(arm.name())))
                .map(PlannedArm::name)
                .toList();
        if (!missing.isEmpty()) refuse("these arms are missing: " + String.join(", ", missing) + ".");
    }

    /**
     * Makes the folder of a machine's own result ready to be written to.
     *
     * @param name the name of the folder
     * @param continued whether the run continues a stored result. This is the machine's own result; with -Dpublish, or if there
     *     is no own result, it is the reference
     * @throws LabException if nothing may be written there, or if a reference is to be reported again and only the own result is there
     */
    public void prepare(String name, boolean continued) throws IOException {
        Path own = options.results().resolve(name);
        Path reference = options.reference().resolve(name);
        if (options.publish() && !options.run() && hasResult(own) && !hasResult(reference))
            refuse("there is no reference of " + name + " to report again. Leave out -Drun to measure it.");
        WholeFile.check("The lab", own.resolve("summary.json")); // before hours of measuring
        if (options.publish()) FileUtils.deleteDirectory(own.toFile());
        // an interrupted run may leave a folder without a result; a run may continue it, a report cannot be made of it
        boolean isNew = options.run() ? !Files.isDirectory(own) : !hasResult(own);
        if (continued && isNew && Files.isDirectory(reference)) copy(reference, own);
    }

    /** Whether there is a result of this name, the machine's own or a reference. */
    boolean exists(String name) {
        return hasResult(options.results().resolve(name))
                || hasResult(options.reference().resolve(name));
    }

    private static boolean hasResult(Path folder) {
        return Files.exists(folder.resolve("summary.json"));
    }

    /** Publishes the result if -Dpublish says so. @return the last lines of a run, which compare its result with the reference */
    public String close(Path folder) throws IOException {
        Path reference = options.reference().resolve(options.results().relativize(folder));
        String compared = Files.isDirectory(reference) ? compared(folder, reference) : "";
        if (!options.publish()) return compared;
        checkIsGreen(folder);
        FileUtils.deleteDirectory(reference.toFile());
        copy(folder, reference);
        Configuration now = Configuration.of(options.project());
        Overview.write(options.reference(), now);
        Path readme = options.project().resolve("README.md");
        if (Files.exists(readme))
            Files.writeString(readme, Headlines.in(Files.readString(readme), options.reference(), now));
        FrameworkPage.update(options.project(), options.reference());
        ReproductionPage.update(options.project(), options.reference());
        return compared + "Published to " + options.relative(reference) + ".\n";
    }

    private void checkIsGreen(Path folder) throws IOException {
        JsonNode result = json(folder);
        if (result.has("holds") && !result.get("holds").asBoolean())
            refuse(result.get("verdict").asText());
        var notGreen = new ArrayList<String>();
        for (JsonNode stored : result.path("validity")) {
            ValidityCheck check = ResultJson.mapper().treeToValue(stored, ValidityCheck.class);
            if (!Validity.isFitForReference(check))
                notGreen.add(check.arm() + " " + check.check() + ": " + check.detail());
        }
        if (!notGreen.isEmpty())
            refuse("a validity check is not green: " + String.join("; ", notGreen) + ". The result is in "
                    + options.relative(folder) + ".");
    }

    private String compared(Path folder, Path reference) throws IOException {
        if (!hasResult(folder) || !hasResult(reference)) return "";
        JsonNode own = json(folder);
        JsonNode theirs = json(reference);
        if (own.has("arms")) return arms(own, theirs);
        return theirs.has("answers")
                ? "The reference says: " + theirs.get("answers").path(0).asText() + "\n"
                : "";
    }

    /** Compares the throughput of each arm at speed 1: at speed n all rates are n times as high. */
    private static String arms(JsonNode own, JsonNode theirs) {
        var lines = new ArrayList<String>();
        for (JsonNode arm : own.get("arms"))
            for (JsonNode other : theirs.get("arms"))
                if (arm.get("name").equals(other.get("name"))) {
                    double yours = throughput(own, arm);
                    double reference = throughput(theirs, other);
                    lines.add(text(
                            "%s: yours %s req/s%s, reference %s: %+.1f %%%n",
                            arm.get("name").asText(),
                            Texts.number(yours),
                            own.path("speed").asInt(1) == 1 ? "" : " (at speed 1)",
                            Texts.number(reference),
                            100 * (yours / reference - 1)));
                }
        return String.join("", lines);
    }

    /** The mean over the runs. */
    private static double throughput(JsonNode result, JsonNode arm) {
        double sum = 0;
        for (JsonNode run : arm.path("runs"))
            sum += run.path("measured").path("throughput").asDouble();
        return sum / arm.path("runs").size() / result.path("speed").asInt(1);
    }

    private static JsonNode json(Path folder) throws IOException {
        return new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
    }

    private static void refuse(String why) {
        throw new LabException("-Dpublish=true is refused: " + why);
    }

    private static String some(List<String> files) {
        return String.join(", ", files.subList(0, Math.min(3, files.size()))) + (files.size() > 3 ? " and others" : "");
    }

    /** JMeter's dashboard is a folder and is not copied. The HTML page is not copied because it is large and can be made again. */
    private static void copy(Path from, Path to) throws IOException {
        FileUtils.copyDirectory(
                from.toFile(),
                to.toFile(),
                file -> file.isFile() && !file.getName().equals("index.html"));
    }
}
