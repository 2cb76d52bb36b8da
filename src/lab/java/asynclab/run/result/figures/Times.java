package asynclab.run.result.figures;

import static asynclab.document.Texts.text;

import asynclab.model.Trace;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Response times as counts, in ascending order: {@code counts[i]} requests took {@code millis[i]}. An arm's {@code -times.csv} has a
 * row for each label and time, with two significant digits or more. The percentiles are in its {@code .hgrm}.
 *
 * @param exact false if read from percentiles; the times of {@code counts[i]} requests then lie between {@code millis[i - 1]} and
 *     {@code millis[i]}
 */
public record Times(double[] millis, long[] counts, boolean exact) {

    private static final int DIGITS = 2;
    private static final double POINTS_PER_DECADE = 30;

    public static Times of(Histogram histogram) {
        var millis = new ArrayList<Double>();
        var counts = new ArrayList<Long>();
        histogram.recordedValues().forEach(v -> {
            millis.add((double) v.getValueIteratedTo());
            counts.add(v.getCountAtValueIteratedTo());
        });
        return of(millis, counts, true);
    }

    private static Times of(List<Double> millis, List<Long> counts, boolean exact) {
        return new Times(
                millis.stream().mapToDouble(Double::doubleValue).toArray(),
                counts.stream().mapToLong(Long::longValue).toArray(),
                exact);
    }

    public static void write(Path file, Map<String, Trace> byLabel) throws IOException {
        var csv = new StringBuilder("label,ms,requests\n");
        byLabel.forEach((label, trace) -> {
            var histogram = new Histogram(DIGITS);
            trace.histogram()
                    .recordedValues()
                    .forEach(
                            v -> histogram.recordValueWithCount(v.getValueIteratedTo(), v.getCountAtValueIteratedTo()));
            histogram
                    .recordedValues()
                    .forEach(v -> csv.append(text(
                            "\"%s\",%d,%d\n",
                            label.replace("\"", "\"\""), v.getValueIteratedTo(), v.getCountAtValueIteratedTo())));
        });
        Files.writeString(file, csv);
    }

    /** By label; empty if there is no such file. */
    public static Map<String, Times> read(Path file) throws IOException {
        var byLabel = new TreeMap<String, Times>();
        if (!Files.exists(file)) return byLabel;
        var millis = new TreeMap<String, List<Double>>();
        var counts = new TreeMap<String, List<Long>>();
        try (var rows = CsvReader.builder().ofNamedCsvRecord(file)) {
            for (NamedCsvRecord row : rows) {
                String label = row.getField("label");
                millis.computeIfAbsent(label, l -> new ArrayList<>()).add(Double.valueOf(row.getField("ms")));
                counts.computeIfAbsent(label, l -> new ArrayList<>()).add(Long.valueOf(row.getField("requests")));
            }
        }
        millis.keySet().forEach(label -> byLabel.put(label, of(millis.get(label), counts.get(label), true)));
        return byLabel;
    }

    /** From an HdrHistogram percentile distribution: value, percentile, total count, 1/(1-percentile). */
    public static Times readPercentiles(Path hgrm) throws IOException {
        var millis = new ArrayList<Double>();
        var counts = new ArrayList<Long>();
        long below = 0;
        if (Files.exists(hgrm))
            for (String line : Files.readAllLines(hgrm)) {
                String[] cells = line.trim().split("\\s+");
                if (cells.length < 3 || !Character.isDigit(cells[0].charAt(0))) continue;
                long total = Long.parseLong(cells[2]);
                if (total == below) continue;
                millis.add(Double.valueOf(cells[0]));
                counts.add(total - below);
                below = total;
            }
        return of(millis, counts, false);
    }

    public long total() {
        long total = 0;
        for (long count : counts) total += count;
        return total;
    }

    /** The times of several labels together. */
    public static Times merged(Collection<Times> parts) {
        var counts = new TreeMap<Double, Long>();
        for (Times part : parts)
            for (int i = 0; i < part.millis.length; i++) counts.merge(part.millis[i], part.counts[i], Long::sum);
        return of(List.copyOf(counts.keySet()), List.copyOf(counts.values()), true);
    }

    /** The points (1 ÷ (1 − q), milliseconds) from the fastest request to the slowest. The slowest is at x = the number of requests. */
    public List<double[]> byPercentile() {
        var points = new ArrayList<double[]>();
        if (millis.length == 0) return points;
        double total = total();
        if (exact)
            for (int i = 0; Math.pow(10, i / POINTS_PER_DECADE) < total; i++) {
                double x = Math.pow(10, i / POINTS_PER_DECADE);
                points.add(new double[] {x, ofFirst((1 - 1 / x) * total)});
            }
        else {
            points.add(new double[] {1, millis[0]});
            long below = 0;
            for (int i = 0; i < millis.length; i++)
                if ((below += counts[i]) < total) points.add(new double[] {total / (total - below), millis[i]});
        }
        points.add(new double[] {total, millis[millis.length - 1]});
        return points;
    }

    /** The shortest time within which a share q of the requests were answered, in milliseconds. */
    public double at(double q) {
        return ofFirst(q * total());
    }

    /** The shortest time within which so many requests were answered. */
    private double ofFirst(double wanted) {
        long sum = 0;
        for (int i = 0; i < millis.length; i++) if ((sum += counts[i]) >= wanted) return millis[i];
        return millis.length == 0 ? Double.NaN : millis[millis.length - 1];
    }

    /** The share of the requests in each bin, 0 to 1. The bins are equal on a logarithmic scale: edge i is {@code from·step^i}. */
    public double[] shares(double from, double step, int bins) {
        double[] shares = new double[bins];
        double total = total();
        for (int i = 0; i < millis.length; i++) shares[bin(millis[i], from, step, bins)] += counts[i] / total;
        return shares;
    }

    private static int bin(double millis, double from, double step, int bins) {
        return (int) Math.max(0, Math.min(bins - 1, Math.floor(Math.log(millis / from) / Math.log(step) + 1e-9)));
    }
}
