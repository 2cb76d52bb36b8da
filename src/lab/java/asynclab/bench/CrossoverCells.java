package asynclab.bench;

import asynclab.options.LabException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The measured cells of a {@link CrossoverMap}, in req/s. A file keeps them, so an interrupted map can continue. */
final class CrossoverCells {

    private final Path file; // null: nothing is kept
    private final Map<String, Double> cells;

    /** Reads the cells that an interrupted map has left. */
    CrossoverCells(Path file) {
        this.file = file;
        try {
            cells = file != null && Files.exists(file)
                    ? new ObjectMapper().readValue(file.toFile(), new TypeReference<LinkedHashMap<String, Double>>() {})
                    : new LinkedHashMap<>();
        } catch (IOException e) {
            throw new LabException("The file " + file + " cannot be read. Delete it to start from the beginning.", e);
        }
    }

    static String name(String model, int hold, int users) {
        return model + ", " + hold + " ms, " + users + " users";
    }

    int size() {
        return cells.size();
    }

    boolean has(String model, int hold, int users) {
        return cells.containsKey(name(model, hold, users));
    }

    /** NaN if the cell was not measured. */
    double throughput(String model, int hold, int users) {
        return cells.getOrDefault(name(model, hold, users), Double.NaN);
    }

    void put(String name, double throughput) {
        cells.put(name, throughput);
        if (file == null) return;
        try {
            Files.createDirectories(file.getParent());
            new ObjectMapper().writeValue(file.toFile(), cells);
        } catch (IOException e) {
            throw new LabException("The file " + file + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** Deletes the file; the cells stay in memory. */
    void delete() {
        if (file == null) return;
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new LabException("The file " + file + " cannot be deleted: " + e.getMessage(), e);
        }
    }
}
