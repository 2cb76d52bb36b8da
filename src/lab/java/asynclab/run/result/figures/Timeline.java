package asynclab.run.result.figures;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An arm's {@code -timeline.csv}, one reading per second. {@code ArmRun.writeTimeline} writes it. Older files have fewer columns. */
public final class Timeline {

    private final List<NamedCsvRecord> looks;

    private Timeline(List<NamedCsvRecord> looks) {
        this.looks = looks;
    }

    /** If the file is absent, the timeline is empty. */
    public static Timeline read(Path file) throws IOException {
        if (!Files.exists(file)) return new Timeline(List.of());
        try (var rows = CsvReader.builder().ofNamedCsvRecord(file)) {
            return new Timeline(rows.stream().toList());
        }
    }

    /** The points (second, value × factor); empty if the column was not recorded. */
    public List<double[]> points(String column, double factor) {
        var points = new ArrayList<double[]>();
        for (NamedCsvRecord look : looks)
            look.findField(column)
                    .filter(value -> !value.isEmpty())
                    .ifPresent(value -> points.add(new double[] {
                        Double.parseDouble(look.getField("second")), Double.parseDouble(value) * factor
                    }));
        return points;
    }
}
