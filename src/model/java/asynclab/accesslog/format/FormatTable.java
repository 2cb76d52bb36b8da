package asynclab.accesslog.format;

import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The table of formats, {@code formats.json}: a format is an entry there, and a log in the tests. The records say what an entry has. Immutable.
 *
 * @param servers whose format strings {@link PercentFormat} reads
 * @param percent the fields of these format strings with their roles. Of several durations, the one that comes first here counts
 * @param dialects the other languages of format strings
 * @param formats the formats that are known by their names; of those that fit, the first counts
 */
public record FormatTable(
        List<ServerKind> servers, Map<String, FieldRole> percent, List<Dialect> dialects, List<KnownFormat> formats) {

    private static final FormatTable TABLE = read();

    /** The table. */
    public static FormatTable table() {
        return TABLE;
    }

    private static FormatTable read() {
        var json = JsonMapper.builder()
                .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
                .build();
        try (InputStream in = FormatTable.class.getResourceAsStream("/asynclab/accesslog/formats.json")) {
            return json.readValue(in, FormatTable.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    /** The server that a user names; null if there is none of this name. */
    public ServerKind server(String name) {
        return servers.stream().filter(it -> it.isNamed(name)).findFirst().orElse(null);
    }

    /** All names that a user may give, of formats, languages and servers. */
    public TreeSet<String> names() {
        var names = new TreeSet<String>();
        formats.forEach(format -> names.add(format.name()));
        dialects.forEach(dialect -> names.add(dialect.name()));
        servers.forEach(server -> names.add(server.name()));
        return names;
    }
}
