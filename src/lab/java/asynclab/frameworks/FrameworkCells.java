package asynclab.frameworks;

import asynclab.bench.measure.PairedRatio;
import asynclab.document.Document;
import asynclab.document.Texts;
import asynclab.document.WholeFile;
import asynclab.options.LabException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The measured figures by name, in cells such as {@code cost/3/vertx}, the third round of a server. A file keeps the cells. So an
 * interrupted run continues, and runs of single arms at one commit add up. The longer benchmarks keep their cells in the same way.
 * Only one thread uses this object.
 */
public final class FrameworkCells {

    /**
     * The content of the file.
     *
     * @param commits the commits at which the cells of each part were measured; the part is the beginning of the cells' names
     */
    record KeptCells(Map<String, String> commits, Map<String, Map<String, Double>> cells) {}

    private final Path file; // null: nothing is kept
    private final String commit;
    private final Map<String, String> commits = new TreeMap<>();
    private final Map<String, Map<String, Double>> cells = new LinkedHashMap<>();

    /**
     * Reads the cells that earlier runs of the same commit have left.
     *
     * @param commit that new cells are measured at
     */
    public FrameworkCells(Path file, String commit) {
        this.file = file;
        this.commit = commit;
        if (file == null || !Files.exists(file)) return;
        try {
            var kept = new ObjectMapper().readValue(file.toFile(), KeptCells.class);
            commits.putAll(kept.commits);
            cells.putAll(kept.cells);
        } catch (IOException e) {
            throw new LabException("The file " + file + " cannot be read. Delete it to start from the beginning.", e);
        }
    }

    /** The cells of a stored result. No file keeps changes. */
    FrameworkCells(Map<String, Map<String, Double>> stored) {
        file = null;
        commit = "";
        cells.putAll(stored);
    }

    static String cost(int round, Framework framework) {
        return "cost/" + round + "/" + framework.name();
    }

    static String rate(int round, int rate, Framework framework) {
        return "rates/" + round + "/" + rate + "/" + framework.name();
    }

    /** The part that a cell belongs to, such as cost, rates or post: its name up to the first slash. */
    static String part(String cell) {
        return cell.substring(0, cell.indexOf('/'));
    }

    /** Adds the parts of another result that have no cell here. The file does not keep these parts. */
    void carry(FrameworkResult other) {
        Map<String, String> own = Map.copyOf(commits);
        other.commits().forEach(commits::putIfAbsent);
        other.cells().forEach((cell, figures) -> {
            if (!own.containsKey(part(cell))) cells.put(cell, figures);
        });
    }

    public boolean has(String cell) {
        return cells.containsKey(cell);
    }

    /** A figure of a cell; null if there is no such cell or no such figure. */
    public Double figure(String cell, String name) {
        return cells.getOrDefault(cell, Map.of()).get(name);
    }

    public void put(String cell, Map<String, Double> figures) {
        cells.put(cell, Map.copyOf(figures));
        commits.merge(part(cell), commit, (known, here) -> known.contains(here) ? known : known + " and " + here);
        keep();
    }

    /** Forgets these cells, because a result has them. The file keeps the others, which another run has measured. */
    public void forget(Collection<String> done) {
        cells.keySet().removeAll(done);
        commits.keySet().removeIf(part -> cells.keySet().stream()
                .noneMatch(cell -> part(cell).equals(part)));
        keep();
    }

    private void keep() {
        if (file == null) return;
        try {
            if (cells.isEmpty()) Files.deleteIfExists(file);
            else WholeFile.write("The lab", file, new ObjectMapper().writeValueAsString(new KeptCells(commits, cells)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e); // names and numbers
        } catch (IOException e) {
            throw new LabException("The file " + file + " cannot be deleted: " + e.getMessage(), e);
        }
    }

    /** The commits at which the cells of each part were measured. */
    public Map<String, String> commits() {
        return Collections.unmodifiableMap(commits);
    }

    public Map<String, Map<String, Double>> all() {
        return Collections.unmodifiableMap(cells);
    }

    /** The figures of these cells in their order. A missing cell is left out. */
    PairedRatio rounds(List<String> names, String figure) {
        var rounds = new PairedRatio();
        for (String name : names) if (figure(name, figure) != null) rounds.add(figure(name, figure));
        return rounds;
    }

    /** The errors of these cells, in bold if there are any. */
    Object errors(List<String> names) {
        double errors = names.stream()
                .map(name -> figure(name, "errors"))
                .mapToDouble(value -> value == null ? 0 : value)
                .sum();
        return errors == 0 ? "0" : Document.strong(Texts.measured(errors));
    }

    /** The ratio of a figure in pairs of cells. A pair of which one is missing is left out. */
    PairedRatio.Middle ratio(List<String> names, List<String> floors, String figure) {
        var own = new PairedRatio();
        var floor = new PairedRatio();
        for (int pair = 0; pair < names.size(); pair++) {
            Double above = figure(names.get(pair), figure);
            Double below = figure(floors.get(pair), figure);
            if (above == null || below == null) continue;
            own.add(above);
            floor.add(below);
        }
        return own.to(floor);
    }
}
