package asynclab.accesslog.format;

import asynclab.accesslog.format.KnownFormat.FieldsIn;
import asynclab.accesslog.format.LogFormat.StampMoment;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The table of formats, {@code formats.json}: a format is an entry there, and a log in the tests. Its README says what an entry has. Immutable.
 *
 * @param dialects the languages of format strings
 * @param formats the formats that are known by their names; of those that fit, the first counts
 */
public record FormatTable(List<Dialect> dialects, List<KnownFormat> formats) {

    private static final FormatTable TABLE = read();

    /** The table. */
    public static FormatTable table() {
        return TABLE;
    }

    private static FormatTable read() {
        var json = new ObjectMapper();
        try (InputStream in = FormatTable.class.getResourceAsStream("/asynclab/accesslog/formats.json")) {
            JsonNode root = json.readTree(in);
            var dialects = new ArrayList<Dialect>();
            for (JsonNode node : root.get("dialects")) dialects.add(dialect(node));
            var formats = new ArrayList<KnownFormat>();
            for (JsonNode node : root.get("formats")) formats.add(format(node));
            return new FormatTable(List.copyOf(dialects), List.copyOf(formats));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Dialect dialect(JsonNode node) {
        var fields = new LinkedHashMap<String, FieldRole>();
        texts(node.get("fields")).forEach((name, role) -> fields.put(name, FieldRole.of(role)));
        return new Dialect(
                node.get("name").asText(),
                Pattern.compile(node.get("field").asText()),
                Map.copyOf(fields),
                moment(node),
                node.has("padded") && node.get("padded").asBoolean(),
                pattern(node, "marks"),
                node.get("source").asText());
    }

    private static KnownFormat format(JsonNode node) {
        return new KnownFormat(
                node.get("name").asText(),
                node.get("title").asText(),
                node.get("source").asText(),
                moment(node),
                fieldsIn(node),
                list(node.get("lines")),
                fields(node),
                list(node.get("needs")),
                texts(node.get("only")),
                pattern(node, "other"),
                node.has("shared") && node.get("shared").asBoolean(),
                node.has("refuse") ? node.get("refuse").asText() : null);
    }

    private static FieldsIn fieldsIn(JsonNode node) {
        if (node.has("lines")) return FieldsIn.TEXT;
        return node.has("logfmt") ? FieldsIn.PAIRS : node.has("header") ? FieldsIn.COLUMNS : FieldsIn.JSON;
    }

    private static Map<String, String> fields(JsonNode node) {
        for (String kind : List.of("json", "logfmt", "header")) if (node.has(kind)) return texts(node.get(kind));
        return Map.of();
    }

    private static Pattern pattern(JsonNode node, String key) {
        return node.has(key) ? Pattern.compile(node.get(key).asText()) : null;
    }

    private static StampMoment moment(JsonNode node) {
        return node.has("time") ? StampMoment.valueOf(node.get("time").asText().toUpperCase(Locale.ROOT)) : null;
    }

    private static List<String> list(JsonNode node) {
        var texts = new ArrayList<String>();
        if (node != null) node.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static Map<String, String> texts(JsonNode node) {
        var texts = new LinkedHashMap<String, String>();
        if (node != null)
            node.fields()
                    .forEachRemaining(
                            entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    /** The format of this name; null if there is none. */
    public KnownFormat format(String name) {
        return formats.stream().filter(it -> it.name().equals(name)).findFirst().orElse(null);
    }

    /** The language of this name; null if there is none. */
    public Dialect dialect(String name) {
        return dialects.stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** All names that a user may give, of formats, languages and servers. */
    public TreeSet<String> names() {
        var names = new TreeSet<String>();
        formats.forEach(format -> names.add(format.name()));
        dialects.forEach(dialect -> names.add(dialect.name()));
        for (ServerKind server : ServerKind.values()) if (server != ServerKind.UNKNOWN) names.add(server.id());
        return names;
    }
}
