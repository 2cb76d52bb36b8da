package asynclab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asynclab.bench.VirtualCell.Ranking;
import asynclab.bench.VirtualCell.VirtualFigure;
import asynclab.bench.VirtualCell.VirtualLoad;
import asynclab.bench.VirtualCell.VirtualLoadKind;
import asynclab.document.ResultJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The cells of the benchmark virtual, and the rule that calls one arm better. */
class VirtualCellTest {

    private static final Path EXPECTATIONS = Path.of("results/virtual/expectations.json");

    @Test
    void a_difference_of_a_tenth_is_better_or_worse() {
        assertEquals(Ranking.WORSE, VirtualFigure.CPU.compare(1.11, 1));
        assertEquals(Ranking.SAME, VirtualFigure.CPU.compare(1.09, 1));
        assertEquals(Ranking.SAME, VirtualFigure.CPU.compare(1, 1.09));
        assertEquals(Ranking.BETTER, VirtualFigure.CPU.compare(1, 1.11));
        assertEquals(Ranking.BETTER, VirtualFigure.RATE.compare(1.11, 1), "more requests per second are better");
        assertEquals(Ranking.WORSE, VirtualFigure.RATE.compare(1, 1.11));
        assertEquals(Ranking.SAME, VirtualFigure.STOP.compare(1.9, 1), "a stop takes some milliseconds, which vary");
        assertEquals(Ranking.WORSE, VirtualFigure.STOP.compare(2.1, 1));
    }

    @Test
    void the_committed_cells_are_measured_load_by_load_and_the_stop_is_the_last() throws IOException {
        VirtualCell[] cells = ResultJson.mapper().readValue(EXPECTATIONS.toFile(), VirtualCell[].class);
        assertEquals(
                cells.length, Stream.of(cells).map(VirtualCell::name).distinct().count());
        List<VirtualLoad> loads = Stream.of(cells).map(VirtualCell::load).toList();
        long changes = 1;
        for (int i = 1; i < loads.size(); i++) if (!loads.get(i).equals(loads.get(i - 1))) changes++;
        assertEquals(loads.stream().distinct().count(), changes, "the cells of a load are not in a row");
        assertEquals(VirtualLoadKind.STOP, loads.get(loads.size() - 1).kind(), "the application is gone then");
    }

    @Test
    void on_tomcat_the_buffers_of_a_connection_hide_a_stack_and_not_a_buffer_of_64_kb() {
        List<VirtualCell> heap = VirtualCell.all().stream()
                .filter(cell -> cell.figure() == VirtualFigure.KILOBYTES)
                .toList();
        Ranking worse = Ranking.WORSE;
        Ranking same = Ranking.SAME;
        assertEquals(
                List.of(worse, worse, worse, worse),
                heap.stream().map(VirtualCell::expected).toList());
        assertEquals(
                List.of(same, same, same, worse),
                heap.stream().map(cell -> cell.onTomcat().expected()).toList());
    }

    @Test
    void before_jdk_24_only_the_synchronized_block_is_expected_to_be_worse() {
        List<String> changed = VirtualCell.all().stream()
                .filter(cell -> cell.beforeJdk24().expected() != cell.expected())
                .map(VirtualCell::name)
                .toList();
        assertEquals(List.of("200 users, 100 ms in a synchronized block: requests per second"), changed);
    }
}
