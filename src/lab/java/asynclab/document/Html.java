package asynclab.document;

import asynclab.document.Document.Bars;
import asynclab.document.Document.Block;
import asynclab.document.Document.Check;
import asynclab.document.Document.CheckStatus;
import asynclab.document.Document.Inline;
import asynclab.document.Document.Items;
import asynclab.document.Document.Paragraph;
import asynclab.document.Document.Picture;
import asynclab.document.Document.Plots;
import asynclab.document.Document.Section;
import asynclab.document.Document.StackedBar;
import asynclab.document.Document.Table;
import asynclab.options.LabException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.io.function.IOFunction;

/**
 * A document as one self-contained page that works offline. The template is {@code document.html}; its engine escapes every text. If
 * scripts may run, {@code report.js} and {@code lanes.js} draw the plots. If they may not, or on paper, pictures show the same plots.
 */
public final class Html {

    private static final double NARROWEST_PERCENT = 7; // of a bar, for a value
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Template PAGE = Mustache.compiler()
            .emptyStringIsFalse(true)
            .withLoader(name -> new StringReader(resource("/report/" + name + ".html")))
            .compile(resource("/report/document.html"));

    private static final int LONG_HEAD = 36; // characters of a row's head; a longer one is wrapped

    private Html() {}

    /** The page without pictures, which needs neither fonts nor files: only scripts draw its plots. */
    public static String of(Document document) throws IOException {
        return of(document, file -> "");
    }

    /** @param pictures by the name of its file, a picture in Base64 */
    static String of(Document document, IOFunction<String, String> pictures) throws IOException {
        var page = new HashMap<String, Object>();
        page.put("document", document);
        page.put("style", resource("/report/report.css"));
        page.put(
                "sections",
                document.sections().stream()
                        .map(section -> view(section, pictures.asFunction()))
                        .toList());
        page.put(
                "environment",
                document.environment().entrySet().stream()
                        .map(fact -> Map.of("name", fact.getKey(), "value", "" + fact.getValue()))
                        .toList());
        page.put("checks", document.checks().isEmpty() ? false : checks(document));
        boolean drawn = !document.plots().isEmpty() || !document.lanes().isEmpty();
        page.put("predicted", document.plots().stream().anyMatch(plot -> plot.series().stream()
                .anyMatch(s -> s.kind() == Plot.PlotKind.PREDICTED)));
        page.put("data", drawn ? inScript(JSON.writeValueAsString(Map.of("plots", document.plots()))) : false);
        page.put("echarts", drawn ? webjar("echarts", "dist/echarts.common.min.js") : "");
        page.put("script", resource("/report/report.js") + resource("/report/lanes.js"));
        page.put(
                "lanes",
                document.lanes().isEmpty()
                        ? false
                        : inScript(JSON.writeValueAsString(document.lanes().get(0))));
        return PAGE.execute(page);
    }

    private static Map<String, Object> view(Section section, Function<String, String> pictures) {
        return Map.of(
                "title",
                section.title(),
                "id",
                section.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"),
                "folded",
                section.folded(),
                "blocks",
                section.blocks().stream().map(block -> view(block, pictures)).toList());
    }

    /** The values for the template, by the kind of the block. */
    private static Map<String, Object> view(Block block, Function<String, String> pictures) {
        if (block instanceof Paragraph text) return Map.of("paragraph", Map.of("parts", text.parts()));
        if (block instanceof Items list)
            return Map.of("items", list.items().stream().map(Html::parts).toList());
        if (block instanceof Table table) return Map.of("table", view(table));
        if (block instanceof Plots plots)
            return Map.of(
                    "figures",
                    plots.plots().stream()
                            .map(plot -> figure(plot.id(), plot.title(), plot.note(), "", pictures))
                            .toList());
        if (block instanceof Picture picture)
            return Map.of("picture", Map.of("title", picture.title(), "png", pictures.apply(picture.file())));
        if (block instanceof Bars bars) return Map.of("bars", view(bars));
        return Map.of(
                "figures", List.of(figure(ThreadPlot.ID, ThreadPlot.TITLE, ThreadPlot.NOTE, "wide-figure", pictures)));
    }

    private static Map<String, Object> view(Table table) {
        return Map.of(
                "caption",
                table.caption(),
                "head",
                table.head(),
                "note",
                table.note(),
                "rows",
                table.rows().stream()
                        .map(row -> Map.of("cells", row.stream().map(Html::cell).toList()))
                        .toList());
    }

    private static Map<String, Object> view(Bars bars) {
        return Map.of(
                "title",
                bars.title(),
                "note",
                bars.note(),
                "key",
                IntStream.range(0, bars.parts().size())
                        .mapToObj(i -> Map.of("number", i, "name", bars.parts().get(i)))
                        .toList(),
                "rows",
                bars.bars().stream().map(bar -> view(bars, bar)).toList());
    }

    /** A part has its width in percent, and its value as a text if that is wide enough. */
    private static Map<String, Object> view(Bars bars, StackedBar bar) {
        double sum = bar.values().stream().mapToDouble(Double::doubleValue).sum();
        List<Map<String, Object>> parts = IntStream.range(0, bar.values().size())
                .filter(i -> bar.values().get(i) > 0)
                .mapToObj(i -> {
                    double percent = 100 * bar.values().get(i) / sum;
                    String value = Texts.number(bar.values().get(i));
                    return Map.<String, Object>of(
                            "number",
                            i,
                            "width",
                            Texts.text("%.2f", percent),
                            "name",
                            bars.parts().get(i) + " " + value + " " + bars.unit(),
                            "value",
                            percent >= NARROWEST_PERCENT ? value : "");
                })
                .toList();
        return Map.of("label", bar.label(), "parts", parts, "sum", Texts.number(sum) + " " + bars.unit());
    }

    private static Map<String, Object> cell(Object cell) {
        List<Inline> parts = Document.inlines(cell);
        boolean number = parts.size() == 1 && isNumber(parts.get(0).text());
        int length = parts.stream().mapToInt(part -> part.text().length()).sum();
        return Map.of("parts", parts, "kind", number ? "number" : "", "long", length > LONG_HEAD);
    }

    private static Map<String, Object> parts(List<Inline> parts) {
        return Map.of("parts", parts);
    }

    static boolean isNumber(String cell) {
        return cell.matches("–|[-+−]?[0-9][0-9.,]*( ± [0-9.,]+)?( %)?( \\(.*\\))?");
    }

    private static Map<String, Object> figure(
            String id, String title, String note, String kind, Function<String, String> pictures) {
        String png = pictures.apply(id + ".png");
        return Map.of("id", id, "title", title, "note", note, "kind", kind, "png", png);
    }

    private static Map<String, Object> checks(Document document) {
        return Map.of(
                "count",
                document.countOfChecks(),
                "worst",
                colour(document.checks().stream()
                        .map(Check::status)
                        .min(Comparator.naturalOrder())
                        .orElseThrow()),
                "all",
                document.checks().stream()
                        .sorted(Comparator.comparing(Check::status))
                        .map(check -> Map.of("check", check, "colour", colour(check.status())))
                        .toList());
    }

    /** The status as a CSS class. */
    private static String colour(CheckStatus status) {
        return status == CheckStatus.NOT_APPLICABLE ? "grey" : status.toString();
    }

    /** JSON for a script element. Nothing in it ends the element or opens a comment. */
    static String inScript(String json) {
        return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    /** A file of a webjar of any version. */
    private static String webjar(String name, String file) {
        var properties = new Properties();
        try {
            properties.load(new StringReader(resource("/META-INF/maven/org.webjars.npm/" + name + "/pom.properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return resource("/META-INF/resources/webjars/" + name + "/" + properties.getProperty("version") + "/" + file);
    }

    private static String resource(String path) {
        try (InputStream in = Html.class.getResourceAsStream(path)) {
            if (in == null) throw new LabException("The lab has no " + path + ".");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
