package asynclab.accesslog.format;

import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.LogFormat.BadLine;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** The fields of one line. A reader uses one object for all lines. Not thread-safe. */
public final class LogFields {

    /** The value of a time that the line does not have. */
    public static final long ABSENT = Long.MIN_VALUE;

    /** Answers of CloudFront, Front Door, Cloudflare, Google's balancer and Akamai without the server. */
    private static final Set<String> CACHED = Set.of("hit", "originshieldhit", "remote_hit", "redirect", "true", "1");

    /** What a proxy writes for the server if it sent the request to none. Traefik's status of it is 0 then. */
    private static final Set<String> NO_SERVER = Set.of("", "-", "0");

    private static final int FIRST_DURATION = Role.DURATION.ordinal();
    private static final int DURATIONS = Role.CONNECTION_HELD.ordinal() - FIRST_DURATION + 1;

    private final double[] micros = new double[DURATIONS]; // NaN if absent; of an unknown unit: the number itself
    private final boolean[] unitUnknown = new boolean[DURATIONS];
    private boolean recorded;
    private boolean async;
    private boolean beforeThread;
    private boolean withoutServer;
    private boolean sent;
    private boolean unsent; // the line says that no server got the request
    private boolean notConnected;
    private boolean cached;
    private boolean toHeaders;
    private boolean malformed;
    private long outerMicros = ABSENT;
    private boolean outerZoned;
    private long stampMicros;
    private long startMicros;
    private long endMicros;
    private boolean zoned; // or no time is without a zone
    private long zoneSeconds; // of a field of its own; ABSENT for none
    private String date;
    private String method;
    private String path;
    private int status;

    void clear() {
        Arrays.fill(micros, Double.NaN);
        Arrays.fill(unitUnknown, false);
        recorded = false;
        async = false;
        beforeThread = false;
        withoutServer = false;
        sent = false;
        unsent = false;
        notConnected = false;
        cached = false;
        toHeaders = false;
        malformed = false;
        stampMicros = ABSENT;
        startMicros = ABSENT;
        endMicros = ABSENT;
        zoned = true;
        zoneSeconds = ABSENT;
        date = "";
        method = "";
        path = "";
        status = 0;
    }

    /** Sets the time of the text around the next line, such as a syslog header. */
    public void outerTime(String time) {
        outerMicros = Stamp.ANY.micros(time, 0, time.length());
        outerZoned = Stamp.isZoned(time, 0, time.length());
    }

    /** Sets the time of the text around the next line, whose zone does not matter; {@link #ABSENT} for none. */
    public void outerMicros(long time) {
        outerMicros = time;
        outerZoned = true;
    }

    /** In microseconds since 1970, or {@link #ABSENT}. */
    public long stampMicros() {
        return stampMicros;
    }

    /** Whether the time has a zone, or needs none. */
    public boolean isZoned() {
        return zoned;
    }

    /** Whether the line has a start and an end, so that the time is the start. */
    public boolean hasBothEnds() {
        return startMicros != ABSENT && endMicros != ABSENT;
    }

    /**
     * A length of time in microseconds; NaN if the line does not have it.
     *
     * @param microsOfUnit the microseconds of one, for values whose unit the format does not know
     * @param correction the factor for values whose unit the user corrects; 1 for none
     */
    public double micros(Role role, double microsOfUnit, double correction) {
        int index = role.ordinal() - FIRST_DURATION;
        return micros[index] * (unitUnknown[index] ? microsOfUnit : correction);
    }

    /** Whether the format does not know the unit of a length of time. */
    public boolean isUnitUnknown(Role role) {
        return unitUnknown[role.ordinal() - FIRST_DURATION];
    }

    /** Whether the line has fields that only our recorder writes, perhaps without values. */
    public boolean isRecorded() {
        return recorded;
    }

    /** Whether the waiting before the server includes the waiting for a thread of the container; false if the line does not say. */
    public boolean hasThreadWait() {
        return beforeThread;
    }

    /** Whether the request was asynchronous; false if the line does not say. */
    public boolean isAsync() {
        return async;
    }

    /** Whether the server's time ends when the headers of its response arrive. */
    public boolean isToHeaders() {
        return toHeaders;
    }

    /**
     * Whether a server behind the proxy got the request and the log has no time of it: the proxy's time was over, or the client left. A
     * proxy that could not send the request answers 502 or 503.
     */
    public boolean isUnanswered() {
        boolean left = status == 0 || status == 460 || status == 499;
        return withoutServer && (status == 504 || sent && left);
    }

    /** Empty if the line does not say. */
    public String method() {
        return method;
    }

    /** Empty if the line does not say. */
    public String path() {
        return path;
    }

    /** 0 if the line does not say. */
    public int status() {
        return status;
    }

    /** Takes the text of a field. */
    BadLine take(FieldRole field, Stamp stamp, String line, int start, int end) {
        int from = start;
        int to = end;
        while (from < to && line.charAt(from) == ' ') from++;
        while (to > from && line.charAt(to - 1) == ' ') to--;
        switch (field.role()) {
            case TIME -> {
                stampMicros = stamp(stamp, line, from, to);
                zoned = Stamp.isZoned(line, from, to);
                if (stampMicros == ABSENT && date.isEmpty()) return BadLine.STAMP;
            }
            case START -> startMicros = stamp(stamp, line, from, to);
            case END -> endMicros = stamp(stamp, line, from, to);
            case DATE -> date = line.substring(from, to);
            case ZONE -> {
                zoneSeconds = Stamp.zoneSeconds(line, from, to);
                if (zoneSeconds == ABSENT) return BadLine.STAMP;
            }
            case FRACTION -> {
                long fraction = Numbers.whole(line, from, to);
                if (fraction < 0) return BadLine.STAMP;
                if (stampMicros != ABSENT)
                    stampMicros += Math.round(fraction * field.unit().micros());
            }
            case REQUEST -> request(line, from, to);
            case METHOD -> method = line.substring(from, to);
            case PATH -> path(line.substring(from, to).replace("\\/", "/")); // as text in JSON has a slash
            case STATUS -> status(Numbers.whole(line, from, to));
            case ASYNC -> async = line.startsWith("yes", from);
            case WAIT_FROM -> beforeThread = line.startsWith("pool", from) || line.startsWith("proxy", from);
            case UPSTREAM -> upstream(line.substring(from, to));
            case CACHE -> cached = CACHED.contains(line.substring(from, to).toLowerCase(Locale.ROOT));
            case SKIPPED, REST -> {}
            default -> duration(field, line, from, to);
        }
        return null;
    }

    private long stamp(Stamp stamp, String line, int from, int to) {
        boolean bracketed = to - from > 2 && line.charAt(from) == '[' && line.charAt(to - 1) == ']';
        if (!date.isEmpty()) {
            String both = date + " " + line.substring(from, to);
            return stamp.micros(both, 0, both.length());
        }
        return stamp.micros(line, bracketed ? from + 1 : from, bracketed ? to - 1 : to);
    }

    private void duration(FieldRole field, String line, int from, int to) {
        toHeaders |= field.role() == Role.HEADERS;
        Role role =
                switch (field.role()) {
                    case HEADERS -> Role.SERVER;
                    case TRIED -> Role.CONNECT;
                    default -> field.role();
                };
        int index = role.ordinal() - FIRST_DURATION;
        notConnected |= field.role() == Role.TRIED && line.startsWith("-1", from);
        recorded |= role.ordinal() >= Role.PROCESSOR.ordinal();
        boolean ownUnit = field.unit() == DurationUnit.IN_THE_VALUE;
        double value = ownUnit ? Numbers.withUnit(line, from, to) : Numbers.duration(line, from, to);
        unitUnknown[index] = field.unit() == null;
        if (Double.isNaN(value) && !isNothing(line, from, to)) malformed = true;
        else if (role == Role.SERVER && Double.isNaN(value)) withoutServer = true;
        micros[index] = field.unit() == null ? value : value * field.unit().micros();
    }

    /** A dash, -1 or a list of dashes. */
    private static boolean isNothing(String line, int from, int to) {
        if (from >= to || line.charAt(from) != '-') return from >= to;
        for (int at = from; at < to; at++) if ("-1,.: 0".indexOf(line.charAt(at)) < 0) return false;
        return true;
    }

    /** Of a whole address the path is kept. */
    private void path(String text) {
        int host = text.startsWith("http") ? text.indexOf("://") : -1;
        int slash = host < 0 ? -1 : text.indexOf('/', host + 3);
        path = host < 0 ? (text.equals("-") ? "" : text) : slash < 0 ? "/" : text.substring(slash);
    }

    private void upstream(String server) {
        sent = !NO_SERVER.contains(server);
        unsent = !sent;
    }

    private void status(long number) {
        status = number >= 100 && number <= 999 ? (int) number : 0;
    }

    /** Takes the first line of a request. A line that is none, such as {@code -}, leaves the path empty. */
    private void request(String line, int from, int to) {
        int space = line.indexOf(' ', from);
        if (space <= from || space >= to) return;
        int end = line.lastIndexOf(" HTTP", to - 1);
        method = line.startsWith("GET ", from) ? "GET" : line.substring(from, space);
        path(line.substring(space + 1, end > space ? end : to));
    }

    /** Why this is no request; null if it is one. */
    BadLine checked() {
        if (hasBothEnds()) {
            stampMicros = startMicros;
            micros[0] = endMicros - startMicros;
            Arrays.fill(unitUnknown, false);
        }
        if (stampMicros == ABSENT) stampMicros = endMicros != ABSENT ? endMicros : startMicros;
        if (stampMicros == ABSENT) zoned = outerZoned;
        if (stampMicros == ABSENT) stampMicros = outerMicros;
        if (stampMicros == ABSENT) return BadLine.STAMP;
        if (!zoned && zoneSeconds != ABSENT) {
            stampMicros -= zoneSeconds * Stamp.SECOND;
            zoned = true;
        }
        if (stampMicros < 0) return BadLine.STAMP;
        if (malformed) return BadLine.DURATION;
        double server = micros[Role.SERVER.ordinal() - FIRST_DURATION];
        withoutServer |= unsent && !(server > 0); // AWS has a time of a Lambda function, and no name
        if (cached || notConnected || withoutServer && !isUnanswered()) return BadLine.NOT_UPSTREAM;
        if (withoutServer) return micros[0] >= 0 ? null : BadLine.UNANSWERED;
        return micros[0] >= 0 || server >= 0 ? null : BadLine.DURATION; // NaN is no duration
    }
}
