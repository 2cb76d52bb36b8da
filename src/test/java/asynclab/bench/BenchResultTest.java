package asynclab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.bench.measure.PairedRatio;
import asynclab.cli.Lab;
import asynclab.document.Markdown;
import asynclab.options.LabException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchResultTest {

    @Test
    void every_stored_report_of_a_benchmark_equals_the_report_made_from_its_summary() throws Exception {
        var stored = new ArrayList<Path>();
        try (var folders = Files.list(Path.of("results"))) {
            for (Path folder : folders.toList())
                if (Bench.names().contains(folder.getFileName().toString().replaceFirst("(-tomcat)?(-jdk\\d+)?$", ""))
                        && Files.exists(folder.resolve("report.md"))) // else only its predictions are there
                stored.add(folder);
        }
        assertFalse(stored.isEmpty());
        for (Path folder : stored)
            assertEquals(
                    Markdown.of(BenchResult.read(folder).document()),
                    Files.readString(folder.resolve("report.md")),
                    () -> folder + ": run the benchmark again");
    }

    @Test
    void a_ratio_compares_figures_of_the_same_round() {
        var floor = new PairedRatio();
        var own = new PairedRatio();
        for (double machine : List.of(1.0, 10.0, 3.0)) { // ten times as slow for a while
            floor.add(20 * machine);
            own.add(22 * machine);
        }
        assertEquals("1.10 (1.10 to 1.10)", own.to(floor).toString());
    }

    @Test
    void the_interval_of_nine_rounds_goes_from_the_second_lowest_to_the_second_highest() {
        var own = new PairedRatio();
        var floor = new PairedRatio();
        for (double figure : List.of(5.0, 1.0, 9.0, 2.0, 8.0, 3.0, 7.0, 4.0, 6.0)) {
            own.add(figure);
            floor.add(2);
        }
        assertEquals(new PairedRatio.Middle(2.5, 1, 4), own.to(floor)); // 5, 2 and 8 ÷ 2
        assertEquals(new PairedRatio.Middle(3, 0, 6), own.minus(floor)); // 5, 2 and 8 − 2
        own.add(10);
        assertEquals(5.5, own.median()); // between 5 and 6
    }

    @Test
    void the_95_percent_interval_of_a_median_leaves_out_the_extreme_figures() {
        int[] rounds = {1, 2, 5, 6, 8, 9, 12, 15, 20};
        int[] outside = {0, 0, 0, 0, 0, 1, 2, 3, 5}; // of a table of the sign test
        for (int i = 0; i < rounds.length; i++)
            assertEquals(outside[i], PairedRatio.outside(rounds[i]), "of " + rounds[i]);
    }

    /** Second-limit would measure for twenty minutes, with two threads more than predicted, until a cell has a limit. */
    @Test
    void a_benchmark_of_what_only_jetty_has_is_refused_on_tomcat() {
        var e = assertThrows(
                LabException.class, () -> Bench.check(Lab.options("experiment=second-limit", "server=tomcat")));
        assertEquals(
                "-Dexperiment=second-limit must run on Jetty. Tomcat's virtual threads have no limit.", e.getMessage());
        assertThrows(LabException.class, () -> Bench.check(Lab.options("experiment=cost", "server=tomcat")));
        Bench.check(Lab.options("experiment=second-limit"));
        Bench.check(Lab.options("experiment=hold", "server=tomcat"));
    }

    /** A link to the old content would have the new one, if it were written into the same file. */
    @Test
    void an_interruption_leaves_the_earlier_result_whole(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("summary.json");
        BenchResult.write(file, "old");
        Path old = Files.createLink(folder.resolve("old.json"), file);
        BenchResult.write(file, "new");
        assertEquals("\"old\"\n", Files.readString(old));
        assertEquals("\"new\"\n", Files.readString(file));
    }
}
