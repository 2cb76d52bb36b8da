package asynclab.report;

import asynclab.options.LabException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parts of HTML. Only this class escapes text. */
public final class Html {

    private static final Pattern HOLE = Pattern.compile("\\{\\{([a-z-]+)}}");

    private Html() {}

    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** JSON for a script element. Nothing in it ends the element or opens a comment. */
    static String inScript(String json) {
        return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    /** A table of texts. The first column has the row headers. */
    public static String table(List<String> head, List<List<String>> rows) {
        var out = new StringBuilder("<div class=\"wide\"><table><thead><tr>");
        for (String cell : head)
            out.append("<th scope=\"col\">").append(escape(cell)).append("</th>");
        out.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            out.append("<tr><th scope=\"row\">").append(escape(row.get(0))).append("</th>");
            for (String cell : row.subList(1, row.size()))
                out.append(isNumber(cell) ? "<td class=\"number\">" : "<td>")
                        .append(escape(cell))
                        .append("</td>");
            out.append("</tr>\n");
        }
        return out.append("</tbody></table></div>\n").toString();
    }

    static boolean isNumber(String cell) {
        return cell.matches("–|[-+−]?[0-9][0-9.,]*( %)?( \\(.*\\))?");
    }

    public static String list(List<String> items) {
        var out = new StringBuilder("<ul>\n");
        for (String item : items) out.append("<li>").append(item).append("</li>\n");
        return out.append("</ul>\n").toString();
    }

    /** A template of {@code /report} with its {@code {{holes}}} filled in. Every hole must have a value. */
    static String fill(String template, Map<String, String> values) {
        Matcher hole = HOLE.matcher(resource("/report/" + template));
        var out = new StringBuilder();
        while (hole.find()) {
            String value = values.get(hole.group(1));
            if (value == null) throw new IllegalArgumentException("no value for {{" + hole.group(1) + "}}");
            hole.appendReplacement(out, Matcher.quoteReplacement(value));
        }
        return hole.appendTail(out).toString();
    }

    /** A file of a webjar, whichever version is there. */
    static String webjar(String name, String file) {
        var properties = new Properties();
        try {
            properties.load(new StringReader(resource("/META-INF/maven/org.webjars.npm/" + name + "/pom.properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return resource("/META-INF/resources/webjars/" + name + "/" + properties.getProperty("version") + "/" + file);
    }

    static String resource(String path) {
        try (InputStream in = Html.class.getResourceAsStream(path)) {
            if (in == null) throw new LabException("The lab has no " + path + ".");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
