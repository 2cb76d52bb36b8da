package asynclab.document;

import asynclab.document.ThreadPlot.Bar;
import asynclab.document.ThreadPlot.Look;
import asynclab.document.ThreadPlot.Panel;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;

/** The timeline of threads as a PNG. The library of the other pictures has no such chart, so this class draws it. */
final class ThreadPicture {

    private static final int WIDTH = 1_200;
    private static final int LANE = 26;
    private static final int LABELS = 130; // left of the lanes
    private static final int GAP = 20; // right of the lanes
    private static final int TOP = 58;
    private static final int AXIS = 44;
    private static final int LEGEND_COLUMNS = 4;
    private static final int LEGEND_LINE = 22;

    private final ThreadPlot plot;
    private final Graphics2D pen;
    private final int lanes;

    private ThreadPicture(ThreadPlot plot, Graphics2D pen) {
        this.plot = plot;
        this.pen = pen;
        lanes = mostLanes(plot);
    }

    private static int mostLanes(ThreadPlot plot) {
        return plot.panels().stream()
                .mapToInt(panel -> panel.lanes().size())
                .max()
                .orElse(0);
    }

    /** The panels are side by side, on the same time axis. */
    static byte[] png(ThreadPlot plot) throws IOException {
        int legend = (plot.looks().size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS * LEGEND_LINE;
        int height = TOP + mostLanes(plot) * LANE + AXIS + legend + 10;
        var image = new BufferedImage(WIDTH, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = image.createGraphics();
        try {
            pen.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            pen.setColor(Color.WHITE);
            pen.fillRect(0, 0, WIDTH, height);
            new ThreadPicture(plot, pen).draw();
        } finally {
            pen.dispose();
        }
        return PlotPicture.compressed(image);
    }

    private void draw() {
        text(Font.BOLD, 15, Color.BLACK);
        centred(ThreadPlot.TITLE, WIDTH / 2, 20);
        int width = WIDTH / plot.panels().size();
        for (int i = 0; i < plot.panels().size(); i++) panel(plot.panels().get(i), i * width, width);
        legend(TOP + lanes * LANE + AXIS);
    }

    private void panel(Panel panel, int left, int width) {
        int x0 = left + LABELS;
        double pixels = (width - LABELS - GAP) / (double) Math.max(1, plot.endMs());
        text(Font.BOLD, 13, Color.BLACK);
        centred(panel.arm(), (x0 + left + width - GAP) / 2, TOP - 12);
        axis(x0, pixels);
        text(Font.PLAIN, 12, PlotPicture.FAINT);
        for (int i = 0; i < panel.lanes().size(); i++) {
            String name = panel.lanes().get(i);
            pen.drawString(name, x0 - 8 - pen.getFontMetrics().stringWidth(name), middle(i) + 4);
        }
        for (Bar bar : panel.bars())
            bar(bar, x0 + (int) Math.round(bar.fromMs() * pixels), x0 + (int) Math.round(bar.toMs() * pixels));
    }

    private static int middle(int lane) {
        return TOP + lane * LANE + LANE / 2;
    }

    private void bar(Bar bar, int from, int to) {
        int end = Math.max(from + 1, to - 1); // a pixel between two requests
        stretch(plot.looks().get(bar.look()), from, end, middle(bar.lane()));
        String number = Long.toString(bar.request());
        text(Font.BOLD, 12, Color.WHITE);
        if (bar.request() > 0 && pen.getFontMetrics().stringWidth(number) + 4 < end - from)
            centred(number, (from + end) / 2, middle(bar.lane()) + 4);
    }

    private void stretch(Look look, int from, int to, int y) {
        pen.setColor(look.colour() < 0 ? PlotPicture.FAINT : PlotPicture.colour(look.colour()));
        float[] dashes = new float[look.dashes().size()];
        for (int i = 0; i < dashes.length; i++) dashes[i] = look.dashes().get(i);
        pen.setStroke(new BasicStroke(
                (float) (look.height() * LANE),
                BasicStroke.CAP_BUTT,
                BasicStroke.JOIN_MITER,
                1,
                dashes.length == 0 ? null : dashes,
                0));
        pen.drawLine(from, y, to, y);
    }

    private void axis(int x0, double pixels) {
        int bottom = TOP + lanes * LANE;
        long step = step();
        text(Font.PLAIN, 12, PlotPicture.FAINT);
        pen.setStroke(new BasicStroke(1));
        for (long ms = 0; ms <= plot.endMs(); ms += step) {
            int x = x0 + (int) Math.round(ms * pixels);
            pen.setColor(PlotPicture.LINES);
            pen.drawLine(x, TOP, x, bottom);
            pen.setColor(PlotPicture.FAINT);
            centred(step % 1_000 == 0 ? Long.toString(ms / 1_000) : Double.toString(ms / 1_000.0), x, bottom + 16);
        }
        centred("seconds from the first request", x0 + (int) (plot.endMs() * pixels / 2), bottom + 34);
    }

    /** 1, 2 or 5 times a power of ten, with some eight steps on the axis. */
    private long step() {
        long step = 1;
        for (int i = 0; plot.endMs() / step > 8; i++) step = step * (i % 3 == 1 ? 5 : 4) / 2;
        return step;
    }

    private void legend(int top) {
        int column = WIDTH / LEGEND_COLUMNS;
        for (int i = 0; i < plot.looks().size(); i++) {
            Look look = plot.looks().get(i);
            int x = LABELS / 2 + i % LEGEND_COLUMNS * column;
            int y = top + i / LEGEND_COLUMNS * LEGEND_LINE + LEGEND_LINE / 2;
            stretch(look, x, x + 40, y);
            text(Font.PLAIN, 12, Color.BLACK);
            pen.drawString(look.name(), x + 50, y + 4);
        }
    }

    private void text(int style, int size, Color colour) {
        pen.setFont(new Font(Font.SANS_SERIF, style, size));
        pen.setColor(colour);
    }

    private void centred(String text, int x, int y) {
        pen.drawString(text, x - pen.getFontMetrics().stringWidth(text) / 2, y);
    }
}
