package asynclab.delay;

import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whole milliseconds with measured percentiles, interpolated linearly. Below the first
 * the line begins at 0 ms, above the last it is level, unless the percentiles 0 and 100 are given.
 *
 * @param points percents and times, both ascending, from 0 % to 100 %
 */
public record Percentiles(List<Point> points) implements HoldTime {

    /** {@code percent} % of the requests are held for at most {@code millis}. */
    public record Point(double percent, long millis) {}

    private static final int MOST_IN_A_QUERY = 32;
    private static final int MOST_IN_A_FILE = 1_000;
    private static final Pattern PERCENT = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,6})?");
    private static final Pattern LINE = Pattern.compile("\\s*([^,]*?)\\s*,\\s*([^,]*?)\\s*");
    private static final Pattern NUMBER = Pattern.compile("[0-9.]+");
    private static final String ASCENDING =
            "with ascending percents from 0 to 100 and non-descending times from 0 to " + MAX_MILLIS;

    public Percentiles {
        var whole = new ArrayList<>(points);
        if (whole.isEmpty() || whole.get(0).percent > 0) whole.add(0, new Point(0, 0));
        Point last = whole.get(whole.size() - 1);
        if (last.percent < 100) whole.add(new Point(100, last.millis));
        if (last.percent > 100) throw new IllegalArgumentException(ASCENDING);
        for (int i = 1; i < whole.size(); i++)
            if (!(whole.get(i - 1).percent < whole.get(i).percent) || whole.get(i - 1).millis > whole.get(i).millis)
                throw new IllegalArgumentException(ASCENDING);
        points = List.copyOf(whole);
    }

    /** Reads {@code 50:100,90:400,99.9:2000}: percents, each with its time in milliseconds; 32 at most. */
    static Percentiles parse(String name, String text) {
        String range =
                "up to " + MOST_IN_A_QUERY + " PERCENT:MILLIS pairs such as 50:100,90:400,99.9:2000, " + ASCENDING;
        try {
            return new Percentiles(HoldTime.pairs(text, MOST_IN_A_QUERY).stream()
                    .map(pair -> point(name, pair.get(0), pair.get(1)))
                    .toList());
        } catch (BadParameter | IllegalArgumentException inAPair) {
            throw new BadParameter(name, text, range);
        }
    }

    /**
     * Reads a file of lines {@code PERCENT,MILLIS}, such as {@code 99.9,2000}; the first line may be a heading.
     *
     * @param name of the setting that names the file
     * @throws BadParameter if the file cannot be read or has another format
     */
    public static Percentiles read(String name, Path file) {
        String range = "a file of up to " + MOST_IN_A_FILE + " lines PERCENT,MILLIS, " + ASCENDING;
        String named = file.toString();
        var points = new ArrayList<Point>();
        try (var all = Files.lines(file)) {
            List<String> lines = all.limit(MOST_IN_A_FILE + 2).toList(); // with a heading, and one too many
            for (int i = 0; i < lines.size(); i++) {
                Matcher cells = LINE.matcher(lines.get(i));
                if (!cells.matches()) throw new BadParameter(name, named, range);
                boolean heading = i == 0 && !isNumber(cells.group(1)) && !isNumber(cells.group(2));
                if (!heading) points.add(point(name, cells.group(1), cells.group(2)));
            }
            if (points.isEmpty() || points.size() > MOST_IN_A_FILE) throw new BadParameter(name, named, range);
            return new Percentiles(points);
        } catch (IOException | UncheckedIOException | BadParameter | IllegalArgumentException e) {
            throw new BadParameter(name, named, range);
        }
    }

    private static boolean isNumber(String cell) {
        return NUMBER.matcher(cell).matches();
    }

    private static Point point(String name, String percent, String millis) {
        if (!PERCENT.matcher(percent).matches()) throw new BadParameter(name, percent, "a percentage");
        return new Point(Double.parseDouble(percent), Parameters.whole(name, millis, 0, MAX_MILLIS));
    }

    @Override
    public long sampleMillis(RandomGenerator random) {
        double percent = 100 * random.nextDouble(); // below 100
        int next = 1;
        while (points.get(next).percent <= percent) next++;
        Point from = points.get(next - 1);
        Point to = points.get(next);
        double part = (percent - from.percent) / (to.percent - from.percent);
        return Math.round(from.millis + part * (to.millis - from.millis));
    }

    @Override
    public double meanMillis() {
        double sum = 0;
        for (int i = 1; i < points.size(); i++) {
            Point from = points.get(i - 1);
            Point to = points.get(i);
            sum += (to.percent - from.percent) / 100 * (from.millis + to.millis) / 2;
        }
        return sum;
    }

    @Override
    public long maxMillis() {
        return points.get(points.size() - 1).millis;
    }
}
