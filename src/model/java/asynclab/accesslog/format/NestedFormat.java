package asynclab.accesslog.format;

/**
 * Lines whose indentation says which is within which, as in XML. A request within a request is a part of it, and does not count. Each
 * reader has its own, because it keeps where the last request stands. Not thread-safe.
 */
final class NestedFormat implements LogFormat {

    private static final int NOWHERE = Integer.MAX_VALUE;

    private final LogFormat lines;
    private int request = NOWHERE; // the indentation of the last one, until a line that is not within it

    NestedFormat(LogFormat lines) {
        this.lines = lines;
    }

    @Override
    public BadLine parse(String line, LogFields into) {
        BadLine bad = lines.parse(line, into);
        int indentation = 0;
        while (indentation < line.length() && Character.isWhitespace(line.charAt(indentation))) indentation++;
        if (indentation > request) return bad == null ? BadLine.OTHER : bad;
        request = bad == null ? indentation : NOWHERE;
        return bad;
    }

    @Override
    public About about() {
        return lines.about();
    }

    @Override
    public LogFormat with(About other) {
        return new NestedFormat(lines.with(other));
    }
}
