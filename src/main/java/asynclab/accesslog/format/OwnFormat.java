package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.BadLine;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The log of {@code RequestLogFilter}, as text or as the JSON of Logback. A queueing time counts as a part of the duration, and the
 * start is before it.
 */
final class OwnFormat implements LogFormat {

    private static final Pattern LINE =
            Pattern.compile("([A-Z]{1,20}) (\\S{0,300}) (\\d{3}) arrived (\\d{4}-\\S{10,40}) queued (-|\\d{1,9})"
                    + " planned (?:-|\\d{1,9}) held (?:-|\\d{1,9}) total (\\d{1,12})(?:$|\")");
    private static final String WORDS = " arrived ";
    private static final int BEFORE_CHARS = 400;
    private static final int AFTER_CHARS = 200;

    @Override
    public BadLine parse(String line, LogFields into) {
        into.clear();
        int arrived = line.indexOf(WORDS);
        if (arrived < 0) return BadLine.SHAPE;
        Matcher found = LINE.matcher(line)
                .region(Math.max(0, arrived - BEFORE_CHARS), Math.min(line.length(), arrived + AFTER_CHARS));
        if (!found.find()) return BadLine.SHAPE;
        long queued = found.group(5).equals("-") ? 0 : Long.parseLong(found.group(5));
        into.method(found.group(1));
        into.path(found.group(2).replace("\\/", "/")); // Logback escapes a slash in JSON
        into.status(Long.parseLong(found.group(3)));
        into.stampMicros(Stamp.ANY.micros(line, found.start(4), found.end(4)));
        into.addMicros(-TimeUnit.MILLISECONDS.toMicros(queued));
        into.duration((double) queued + Long.parseLong(found.group(6)));
        return into.checked();
    }

    @Override
    public String words() {
        return "the request log of Async Servlet Lab";
    }

    @Override
    public TimeUnit unit() {
        return TimeUnit.MILLISECONDS;
    }

    @Override
    public String unitReason() {
        return "this log has no other unit";
    }

    @Override
    public StampMoment moment() {
        return StampMoment.START;
    }

    @Override
    public String momentReason() {
        return "a line has the time of the arrival";
    }
}
