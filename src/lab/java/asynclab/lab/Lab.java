package asynclab.lab;

import asynclab.bench.Bench;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The entry: runs one experiment, or all of them one after another. Exit code 0 when it ran, whatever it found; 2 and one
 * sentence when it could not, when a soak found what does not balance, or when a threshold was not met.
 */
public final class Lab {

    private Lab() {}

    /** The entry point of profile {@code lab}, which fails with the sentence this leaves in the file {@code lab.failure}. */
    public static void main(String[] arguments) throws IOException {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Path failure = Path.of(System.getProperty("lab.failure", "lab-failure.txt"));
        Files.writeString(failure, ""); // empty: it did not fail
        try {
            run(out, arguments);
        } catch (LabException e) {
            Files.writeString(failure, e.getMessage());
            out.println("Async Servlet Lab: " + e.getMessage());
            System.exit(2);
        }
    }

    /**
     * Runs an experiment, or all of them, and returns the folder of the (last) result.
     *
     * @param arguments {@code name=value}, see {@link Options}
     */
    public static Path run(PrintStream out, String... arguments) {
        Options options = Options.of(arguments);
        if (options.target() != null && options.run()) return target(options, out);
        if (options.isSoak()) return soak(options, out);
        if (!options.compare().isEmpty()) return compare(options, out);
        boolean benchmark = Bench.names().contains(options.experiment());
        if (!options.run() && !benchmark) return reportAgain(options, out);
        try (var processes = new Processes()) {
            if (benchmark) return Bench.run(options, processes, out);
            if (options.experiment().equals("containers")) return Portability.run(options, processes, out);
            return options.experiment().equals("all")
                    ? runAll(options, processes, out)
                    : new Trial(options, options.experiment(), out).run(processes);
        } catch (IOException e) {
            throw new LabException("The result cannot be written: " + e.getMessage(), e);
        }
    }

    private static Path target(Options options, PrintStream out) {
        try (var processes = new Processes()) {
            return Target.run(options, processes, out);
        } catch (IOException e) {
            throw new LabException("The result cannot be written: " + e.getMessage(), e);
        }
    }

    private static Path soak(Options options, PrintStream out) {
        try (var processes = new Processes()) {
            return Soak.run(options, processes, out);
        } catch (IOException e) {
            throw new LabException("The result cannot be written: " + e.getMessage(), e);
        }
    }

    private static Path compare(Options options, PrintStream out) {
        try {
            return Comparison.write(options, out);
        } catch (IOException e) {
            throw new LabException("The comparison cannot be made: " + e.getMessage(), e);
        }
    }

    private static Path reportAgain(Options options, PrintStream out) {
        try {
            if (options.experiment().equals("containers")) return Portability.reportAgain(options);
            if (options.target() != null || options.experiment().equals(Target.NAME)) return Target.again(options, out);
            if (!options.experiment().equals("all")) return Result.again(options, options.experiment(), out);
            for (String name : Experiment.names())
                if (Summary.isIn(options.results().resolve(name))) Result.again(options, name, out);
            if (Summary.isIn(options.results().resolve(Target.NAME))) Target.again(options, out);
            return options.results();
        } catch (IOException e) {
            throw new LabException("The result cannot be written: " + e.getMessage(), e);
        }
    }

    /** One experiment after another; after an interruption the same command goes on with the first that was not finished. */
    private static Path runAll(Options options, Processes processes, PrintStream out) throws IOException {
        Path finished = options.work().resolve("all-finished.txt");
        Files.createDirectories(options.work());
        List<String> done = Files.exists(finished) ? Files.readAllLines(finished) : List.of();
        List<Trial> left = Experiment.names().stream()
                .filter(name -> !done.contains(options.command(name)))
                .map(name -> new Trial(options, name, out))
                .filter(trial -> !trial.isEmpty())
                .toList();
        double seconds = left.stream().mapToDouble(Trial::estimatedSeconds).sum();
        out.printf(
                "%d experiments to run, %d finished before; this takes about %s.%n%n",
                left.size(), done.size(), Progress.duration(seconds));
        Path last = options.results();
        for (Trial trial : left) {
            last = trial.run(processes);
            seconds -= trial.estimatedSeconds();
            Files.writeString(
                    finished,
                    options.command(trial.name()) + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            out.printf("%nAbout %s left for the rest.%n%n", Progress.duration(Math.max(0, seconds)));
        }
        Files.deleteIfExists(finished);
        return last;
    }
}
