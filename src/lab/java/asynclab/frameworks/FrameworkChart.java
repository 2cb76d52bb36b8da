package asynclab.frameworks;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler;

/** The bars of the CPU time of a request, each framework ÷ our servlet. */
final class FrameworkChart {

    static final String NAME = "picture.png";
    static final String TITLE = "CPU time of a request, framework ÷ our servlet";

    private FrameworkChart() {}

    static void write(Path file, FrameworkReport report) throws IOException {
        List<Framework> frameworks = report.measured();
        CategoryChart chart = new CategoryChartBuilder()
                .width(900)
                .height(460)
                .title(TITLE)
                .yAxisTitle("ratio")
                .build();
        List<String> names = frameworks.stream().map(Framework::name).toList();
        chart.addSeries("answered at once, 64 users", names, ratios(report, frameworks, FrameworkReport.AT_ONCE));
        chart.addSeries("held 1 s, 10,000 users", names, ratios(report, frameworks, FrameworkReport.HELD));
        chart.getStyler()
                .setXAxisLabelRotation(30)
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false)
                .setLegendPosition(Styler.LegendPosition.OutsideS);
        chart.getStyler().setLabelsVisible(true);
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
    }

    /** To two digits, because a bar is labelled with its value. A ratio that is missing becomes 0, so it has no bar. */
    private static List<Double> ratios(FrameworkReport report, List<Framework> frameworks, String figure) {
        return frameworks.stream()
                .map(framework -> report.ratio(framework, figure).median())
                .map(ratio -> ratio.isNaN() ? (Double) 0.0 : (Double) (Math.round(100 * ratio) / 100.0))
                .toList();
    }
}
