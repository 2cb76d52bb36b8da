package asynclab.accesslog.format;

import java.util.List;

/** A format with several shapes of lines: the first one that fits counts. Immutable. */
record AnyOfFormat(List<TextFormat> shapes, About about) implements LogFormat {

    @Override
    public BadLine parse(String line, LogFields into) {
        BadLine bad = null;
        for (TextFormat shape : shapes) {
            BadLine of = shape.parse(line, into);
            if (of == null) return null;
            if (bad == null || bad == BadLine.SHAPE) bad = of;
        }
        return bad;
    }

    @Override
    public AnyOfFormat with(About other) {
        return new AnyOfFormat(shapes, other);
    }
}
