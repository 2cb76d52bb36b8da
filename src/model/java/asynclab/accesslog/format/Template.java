package asynclab.accesslog.format;

import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.LogFormat.About;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Our own language of format strings, which no server owns: {@code {time} "{request}" {status} {*} {duration:ms}}. {@code {*}} is a word and
 * {@code {**}} any text that is not read.
 */
public final class Template {

    private static final Pattern FIELD = Pattern.compile("(?<![%$])\\{((?:"
            + Arrays.stream(Role.values()).map(Role::id).map(Pattern::quote).collect(Collectors.joining("|"))
            + ")(?::(?:ns|us|ms|s|text))?)\\}");

    private Template() {}

    /** Whether a text has a field of this language. */
    public static boolean is(String text) {
        return FIELD.matcher(text).find();
    }

    /**
     * Reads a template.
     *
     * @param needsTime whether a template without a time is refused
     * @throws UnreadableLog if it has no duration
     */
    public static TextFormat of(String template, boolean needsTime) {
        FormatString string = string(template);
        About about = About.of(template, string.roles(), "the format says so");
        return TextFormat.of(string.prefix(), string.pieces(), about, needsTime).padded();
    }

    /** The shape of lines that have no duration. */
    static TextFormat shape(String template) {
        FormatString string = string(template);
        return TextFormat.unchecked(string.prefix(), string.pieces(), About.of(template, List.of(), ""))
                .padded()
                .withWordAtEnd();
    }

    /** The format of lines that fit one of these templates; the first describes it. */
    public static LogFormat anyOf(List<String> templates) {
        List<TextFormat> shapes =
                templates.stream().map(template -> of(template, false)).toList();
        return shapes.size() == 1
                ? shapes.get(0)
                : new AnyOfFormat(shapes, null, shapes.get(0).about());
    }

    private static FormatString string(String template) {
        return FormatString.of(template, FIELD, field -> Piece.of(FieldRole.of(field.group(1))));
    }
}
