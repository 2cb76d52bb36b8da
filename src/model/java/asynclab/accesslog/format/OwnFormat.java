package asynclab.accesslog.format;

import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.LogFormat.BadLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The log of {@code RequestLog}, as text or as the JSON of Logback. The request waited in the
 * queue before the time of the line.
 */
public final class OwnFormat implements LogFormat {

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
        if (arrived < 0) return BadLine.OTHER;
        Matcher found = LINE.matcher(line)
                .region(Math.max(0, arrived - BEFORE_CHARS), Math.min(line.length(), arrived + AFTER_CHARS));
        if (!found.find()) return BadLine.SHAPE;
        long queued = found.group(5).equals("-") ? 0 : Long.parseLong(found.group(5));
        into.method(found.group(1));
        into.path(found.group(2).replace("\\/", "/")); // Logback escapes a slash in JSON
        into.status(Long.parseLong(found.group(3)));
        into.stampMicros(Stamp.ANY.micros(line, found.start(4), found.end(4)));
        into.set(Role.WAIT, queued * DurationUnit.MILLISECONDS.micros());
        into.set(Role.SERVER, Long.parseLong(found.group(6)) * DurationUnit.MILLISECONDS.micros());
        return into.checked();
    }

    @Override
    public About about() {
        return new About(
                "the request log of Async Servlet Lab",
                DurationUnit.MILLISECONDS,
                "this log has no other unit",
                StampMoment.SERVED,
                "a line has the time when the service began",
                List.of());
    }

    @Override
    public OwnFormat with(About other) {
        return this; // it has one description
    }
}
