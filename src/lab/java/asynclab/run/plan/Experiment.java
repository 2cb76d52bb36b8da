package asynclab.run.plan;

import asynclab.options.LabException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A published experiment as data, from {@code experiments/NAME.json}: its load, its arms and the figures of the post. A new file
 * is a new experiment and needs no other change.
 *
 * @param title the post
 * @param requestThreads the size of the server's pool, unless the arm has its own size
 * @param backend whether a second server is started for gateways to call
 * @param warmup the requests before each arm, or null
 * @param workload the load, at speed 1
 * @param classes the two borders of the response-time classes in milliseconds, at speed 1; empty if the post has no classes
 * @param levels the loads of a series, in per cent of the arrivals; every arm runs at each of them; empty for one load
 * @param repeats the runs of each arm in a series of repeated runs, or 0 if the experiment asks for none
 */
public record Experiment(
        String name,
        String title,
        int requestThreads,
        boolean backend,
        Warmup warmup,
        LoadPlan workload,
        List<Integer> classes,
        int repeats,
        List<Integer> levels,
        List<PlannedArm> arms) {

    private static final int REPEATED = 3;

    public Experiment {
        levels = levels == null ? List.of() : List.copyOf(levels);
        if (!levels.isEmpty()) arms = atEach(levels, arms);
        classes = classes == null ? List.of() : classes;
        if (!classes.isEmpty() && (classes.size() != 2 || classes.get(0) >= classes.get(1)))
            throw new IllegalArgumentException(
                    "The response-time classes must have two borders in ascending order, but had " + classes + ".");
        if (classes.isEmpty() && arms.stream().anyMatch(arm -> arm.published().figure("fastRequests") != null))
            throw new IllegalArgumentException(
                    "An arm has published response-time classes, so their borders must be given.");
    }

    private static List<PlannedArm> atEach(List<Integer> levels, List<PlannedArm> arms) {
        return arms.stream().flatMap(arm -> levels.stream().map(arm::at)).toList();
    }

    /** For an open load, {@code users} is the number of requests a second, and {@code loops} the seconds. */
    public record Warmup(String path, int users, int loops) {
        public int requests() {
            return users * loops;
        }

        /** An estimate. The slowest user takes 1.4 times as long as the sum of the mean service times. */
        public double seconds(LoadPlan load) {
            if (load.isOpen()) return loops;
            return loops * load.serviceMeanMs() * 1.4 / 1_000;
        }
    }

    /**
     * The borders of the response-time classes, in milliseconds.
     *
     * @throws LabException if a border divided by the speed is not a whole number
     */
    public List<Integer> classes(int speed) {
        return classes.stream()
                .map(border -> LoadPlan.divided("border of a class (ms)", border, speed))
                .toList();
    }

    /**
     * The runs of each arm in a series: the number that the user asks for. If this number is at least {@value #REPEATED}, there
     * are at least {@link #repeats} runs.
     */
    public int runs(int asked) {
        return asked < REPEATED ? asked : Math.max(asked, repeats);
    }

    /** @throws LabException if one of these names is neither an arm nor a curve of arms */
    public void check(List<String> names) {
        for (String name : names) if (arms.stream().noneMatch(arm -> arm.isAmong(List.of(name)))) arm(name);
    }

    /** @throws LabException if there is no such name */
    public PlannedArm arm(String name) {
        return arms.stream()
                .filter(arm -> arm.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new LabException("The experiment " + this.name + " has no arm \"" + name + "\". Its arms are "
                                + arms.stream().map(PlannedArm::name).collect(Collectors.joining(", ")) + "."));
    }

    /** @throws LabException if there is no such name */
    public static Experiment named(String name) {
        try (InputStream json = Experiment.class.getResourceAsStream("/experiments/" + name + ".json")) {
            if (json == null)
                throw new LabException("There is no experiment \"" + name + "\". The experiments are "
                        + String.join(", ", names()) + ".");
            return new ObjectMapper().readValue(json, Experiment.class);
        } catch (IOException e) {
            throw new LabException("The file experiments/" + name + ".json cannot be read: " + e.getMessage(), e);
        }
    }

    /** The names of all experiments, sorted. */
    public static List<String> names() {
        try (Stream<Path> files =
                Files.list(Path.of(Experiment.class.getResource("/experiments").toURI()))) {
            return files.map(file -> file.getFileName().toString().replaceFirst("\\.json$", ""))
                    .sorted()
                    .toList();
        } catch (IOException | URISyntaxException e) {
            throw new LabException("The folder experiments cannot be read: " + e.getMessage(), e);
        }
    }
}
