package asynclab.document;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A plot as a PNG, for Markdown, for paper and for readers without scripts. */
final class PlotPicture {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 430;
    private static final int FEW = 15;
    private static final double HEADROOM = 1.05;
    /** The colours of Okabe and Ito, which colour-blind readers can distinguish. report.css has the same. */
    private static final int[] COLOURS = {0x0072b2, 0xd55e00, 0x009e73, 0xb0508a, 0xa87400, 0x3c9bd6};

    private static final Marker[] MARKERS = {
        SeriesMarkers.CIRCLE,
        SeriesMarkers.TRIANGLE_UP,
        SeriesMarkers.SQUARE,
        SeriesMarkers.DIAMOND,
        SeriesMarkers.CROSS,
        SeriesMarkers.OVAL
    };
    static final Color FAINT = new Color(0x5a6676);
    static final Color LINES = new Color(0xd5dae1);

    private final Plot plot;
    private final XYChart chart;

    private PlotPicture(Plot plot) {
        this.plot = plot;
        chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(plot.title())
                .xAxisTitle(plot.x().name())
                .yAxisTitle(plot.y().name())
                .build();
    }

    /** The plot as a PNG. The same plot gives the same bytes on the same machine. Fonts may differ between machines. */
    static byte[] png(Plot plot) throws IOException {
        var picture = new PlotPicture(plot);
        picture.style();
        picture.series();
        return compressed(BitmapEncoder.getBufferedImage(picture.chart));
    }

    /** The picture as a PNG with few colours. */
    static byte[] compressed(BufferedImage image) throws IOException {
        return deflated(fewColours(image));
    }

    static Color colour(int index) {
        return new Color(COLOURS[index % COLOURS.length]);
    }

    private void style() {
        var style = chart.getStyler();
        style.setChartBackgroundColor(Color.WHITE);
        style.setPlotBackgroundColor(Color.WHITE);
        style.setPlotBorderVisible(false);
        style.setPlotGridLinesColor(LINES);
        style.setPlotGridLinesStroke(new BasicStroke(1));
        style.setPlotContentSize(1);
        style.setAxisTickLabelsColor(FAINT);
        style.setAxisTickMarksColor(LINES);
        style.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
        style.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        style.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        style.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        style.setLegendBorderColor(Color.WHITE);
        style.setLegendPosition(Styler.LegendPosition.OutsideE);
        style.setLegendSeriesLineLength(26);
        style.setLocale(Locale.ROOT);
        style.setAnnotationLineColor(FAINT);
        style.setAnnotationLineStroke(
                new BasicStroke(1.2f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND, 1, new float[] {1, 4}, 0));
        style.setMarkerSize(7);
        style.setChartTitlePadding(8);
        switch (plot.x().scale()) {
            case PERCENTILE -> {
                style.setXAxisMin(0.0);
                style.setXAxisMax(Math.ceil(largest()));
                style.setXAxisTickMarkSpacingHint(WIDTH / 12);
                style.setxAxisTickLabelsFormattingFunction(PlotPicture::percentile);
            }
            case LOG -> style.setXAxisLogarithmic(true);
            case LINEAR -> style.setXAxisMin(0.0);
        }
        if (plot.y().scale() == Plot.Scale.LOG) style.setYAxisLogarithmic(true);
        else fromZero(style);
        for (Plot.Line line : plot.lines()) chart.addAnnotation(new AnnotationLine(line.y(), false, false));
    }

    private void fromZero(XYStyler style) {
        style.setYAxisMin(0.0);
        style.setYAxisMax(HEADROOM * Math.max(highest(), 1e-3));
        style.setyAxisTickLabelsFormattingFunction(
                v -> v == Math.rint(v) ? String.format(Locale.ROOT, "%.0f", v) : Texts.number(v));
    }

    private double highest() {
        return Stream.concat(
                        plot.series().stream().flatMap(s -> s.points().stream()).map(p -> p[1]),
                        plot.lines().stream().map(Plot.Line::y))
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
    }

    private double largest() {
        return plot.series().stream()
                .flatMap(s -> s.points().stream())
                .mapToDouble(p -> Math.log10(p[0]))
                .max()
                .orElse(1);
    }

    /** 0, 90, 99, 99.9 % … at the whole numbers of log10(1 ÷ (1 − q)), and no label between them. */
    private static String percentile(double x) {
        if (x < 0 || Math.abs(x - Math.rint(x)) > 1e-6) return " ";
        int nines = (int) Math.rint(x);
        return nines == 0 ? "0 %" : nines == 1 ? "90 %" : "99" + (nines == 2 ? "" : "." + "9".repeat(nines - 2)) + " %";
    }

    private void series() {
        int arms = 1 + plot.series().stream().mapToInt(Plot.Series::arm).max().orElse(0);
        Set<String> named = new HashSet<>();
        Set<String> measured = new HashSet<>();
        plot.series().stream().filter(s -> s.kind() != Plot.PlotKind.PREDICTED).forEach(s -> measured.add(s.name()));
        int n = 0;
        for (Plot.Series s : plot.series()) {
            List<Double> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            for (double[] p : s.points()) {
                x.add(plot.x().scale() == Plot.Scale.PERCENTILE ? Math.log10(p[0]) : p[0]);
                y.add(p[1]);
            }
            boolean predicted = s.kind() == Plot.PlotKind.PREDICTED;
            XYSeries drawn = chart.addSeries("series " + n++, x, y);
            drawn.setLabel(s.name());
            drawn.setShowInLegend(named.add(s.name()) && (!predicted || !measured.contains(s.name())));
            Color colour = colour(s.arm());
            drawn.setLineColor(predicted ? colour.darker().darker() : translucent(colour));
            drawn.setMarkerColor(colour);
            boolean marked = s.kind() == Plot.PlotKind.MEASURED_POINTS
                    || !predicted
                            && s.kind() != Plot.PlotKind.REFERENCE
                            && s.points().size() < FEW;
            drawn.setMarker(marked ? MARKERS[s.arm() % MARKERS.length] : SeriesMarkers.NONE);
            if (s.kind() == Plot.PlotKind.REFERENCE) drawn.setLineColor(FAINT);
            drawn.setLineStyle(stroke(s, arms));
            if (s.kind() == Plot.PlotKind.MEASURED_POINTS)
                drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
            drawn.setFillColor(colour.brighter()); // not transparent: an area covers the one behind it
            if (s.kind() == Plot.PlotKind.MEASURED_AREA)
                drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Area);
        }
    }

    /** A measured curve is broad. The predicted curve is dark and dashed, so it is visible on the measured one. */
    private static BasicStroke stroke(Plot.Series s, int arms) {
        if (s.kind() == Plot.PlotKind.REFERENCE) return new BasicStroke(1);
        if (s.kind() == Plot.PlotKind.PREDICTED)
            return new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {6, 4}, 0);
        float width = 3 + (arms - 1 - s.arm()) * 0.7f; // so that identical curves of two arms are both visible
        return new BasicStroke(s.variant() > 0 ? width * 0.6f : width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND);
    }

    private static Color translucent(Color colour) {
        return new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), 150);
    }

    /** Sixteen shades of each primary colour are enough for lines on white. They halve the size. */
    private static BufferedImage fewColours(BufferedImage image) {
        Map<Integer, Byte> palette = new LinkedHashMap<>();
        int width = image.getWidth();
        int height = image.getHeight();
        int[] pixels = image.getRGB(0, 0, width, height, null, 0, width);
        var places = new byte[pixels.length]; // in the palette
        for (int i = 0, before = 0; i < pixels.length; i++) {
            int pixel = pixels[i];
            if (i > 0 && pixel == before) { // most pixels
                pixels[i] = pixels[i - 1];
                places[i] = places[i - 1];
                continue;
            }
            int rgb = 0;
            for (int shift = 0; shift < 24; shift += 8) rgb |= Math.round((pixel >> shift & 0xff) / 17f) * 17 << shift;
            pixels[i] = rgb;
            palette.putIfAbsent(rgb, (byte) palette.size());
            places[i] = palette.get(rgb);
            before = pixel;
        }
        if (palette.size() > 256) {
            var small = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
            small.setRGB(0, 0, width, height, pixels, 0, width);
            return small;
        }
        int[] colours = palette.keySet().stream().mapToInt(Integer::intValue).toArray();
        var small = new BufferedImage(
                width,
                height,
                BufferedImage.TYPE_BYTE_INDEXED,
                new IndexColorModel(8, colours.length, colours, 0, false, -1, DataBuffer.TYPE_BYTE));
        small.getRaster().setDataElements(0, 0, width, height, places);
        return small;
    }

    /** With the best compression. */
    private static byte[] deflated(BufferedImage image) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        var out = new ByteArrayOutputStream();
        try (var stream = ImageIO.createImageOutputStream(out)) {
            ImageWriteParam most = writer.getDefaultWriteParam();
            most.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            most.setCompressionQuality(0);
            writer.setOutput(stream);
            writer.write(null, new IIOImage(image, null, null), most);
        } finally {
            writer.dispose();
        }
        return out.toByteArray();
    }
}
