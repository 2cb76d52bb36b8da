package asynclab.accesslog.format;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A format with several shapes of lines: the first one that fits counts. Immutable.
 *
 * @param other finds what only lines that are no requests have; null if there are none
 */
record AnyOfFormat(List<TextFormat> shapes, Pattern other, About about) implements LogFormat {

    @Override
    public BadLine parse(String line, LogFields into) {
        BadLine bad = null;
        for (TextFormat shape : shapes) {
            BadLine of = shape.parse(line, into);
            if (of == null) return null;
            if (bad == null || bad == BadLine.SHAPE) bad = of;
        }
        return bad == BadLine.SHAPE && other != null && other.matcher(line).find() ? BadLine.OTHER : bad;
    }

    @Override
    public AnyOfFormat with(About description) {
        return new AnyOfFormat(shapes, other, description);
    }
}
