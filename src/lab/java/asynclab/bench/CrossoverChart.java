package asynclab.bench;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;

/** The heat map of a {@link CrossoverMap}. */
final class CrossoverChart {

    private CrossoverChart() {}

    /**
     * Draws a cell for each hold time and number of users. Colours show the logarithm of the ratio, so a ratio of 2 is as far from
     * 4 as from 1.
     *
     * @param ratio the throughput ratio async ÷ blocking of a hold time and a number of users
     */
    static void write(
            Path file,
            int threads,
            List<Integer> holds,
            List<Integer> users,
            ToDoubleBiFunction<Integer, Integer> ratio)
            throws IOException {
        HeatMapChart chart = new HeatMapChartBuilder()
                .width(760)
                .height(460)
                .title("Throughput ratio async ÷ blocking on " + threads + " threads, measured")
                .xAxisTitle("users")
                .yAxisTitle("hold time, ms")
                .build();
        var data = new ArrayList<Number[]>();
        for (int x = 0; x < users.size(); x++)
            for (int y = 0; y < holds.size(); y++)
                data.add(new Number[] {x, y, ratio.applyAsDouble(holds.get(y), users.get(x))});
        chart.addSeries("ratio", users, holds, data);
        chart.getStyler()
                .setRangeColors(IntStream.range(0, 20)
                        .mapToObj(i -> shade(Math.log(1 + i) / Math.log(20)))
                        .toArray(Color[]::new))
                .setShowValue(true)
                .setHeatMapValueDecimalPattern("0.0");
        chart.getStyler()
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false)
                .setLegendVisible(false);
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
    }

    /** From white (0) to blue (1). */
    private static Color shade(double blue) {
        return new Color((int) (255 - 180 * blue), (int) (255 - 100 * blue), (int) (255 - 30 * blue));
    }
}
