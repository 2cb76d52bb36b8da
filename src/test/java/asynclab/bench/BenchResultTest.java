package asynclab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import asynclab.bench.measure.PairedRatio;
import asynclab.document.Markdown;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchResultTest {

    @Test
    void every_stored_report_of_a_benchmark_is_made_of_its_summary() throws Exception {
        var stored = new ArrayList<Path>();
        try (var folders = Files.list(Path.of("results"))) {
            for (Path folder : folders.toList())
                if (Bench.names().contains(folder.getFileName().toString().replaceFirst("-tomcat$", "")))
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
    void a_ratio_is_of_figures_of_the_same_round() {
        var floor = new PairedRatio();
        var own = new PairedRatio();
        for (double machine : List.of(1.0, 10.0, 3.0)) { // ten times as slow for a while
            floor.add(20 * machine);
            own.add(22 * machine);
        }
        assertEquals("1.10 (1.10 to 1.10)", own.to(floor).toString());
    }

    @Test
    void a_median_lies_with_95_percent_between_the_figures_that_are_not_left_out() {
        int[] rounds = {1, 2, 5, 6, 8, 9, 12, 15, 20};
        int[] outside = {0, 0, 0, 0, 0, 1, 2, 3, 5}; // of a table of the sign test
        for (int i = 0; i < rounds.length; i++)
            assertEquals(outside[i], PairedRatio.outside(rounds[i]), "of " + rounds[i]);
    }
}
