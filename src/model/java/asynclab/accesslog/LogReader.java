package asynclab.accesslog;

import asynclab.accesslog.LogRead.Counted;
import asynclab.accesslog.LogRead.Outside;
import asynclab.accesslog.LoggedRequest.RequestParts;
import asynclab.accesslog.format.FieldRole.Role;
import asynclab.accesslog.format.LogFields;
import asynclab.accesslog.format.LogFormat.BadLine;
import asynclab.accesslog.format.LogFormat.StampMoment;
import asynclab.accesslog.format.UnreadableLog;
import asynclab.accesslog.recognition.Formats;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Reads one log, piece by piece as it arrives, and gives each request to a consumer. It keeps at most two megabytes: the first
 * lines, until the format is known, and the line that has not ended. Bad lines are counted. A log of which a fifth of the requests is lost is
 * refused. Not thread-safe.
 */
public final class LogReader {

    private static final String BYTE_ORDER_MARK = "\uFEFF"; // Excel and PowerShell write it
    private static final int FIRST_LINES = 5_000;
    private static final int FIRST_BYTES = 1_000_000;
    private static final long MOST_MICROS = TimeUnit.DAYS.toMicros(1);
    private static final long HOUR_MICROS = TimeUnit.HOURS.toMicros(1);
    private static final long NIGHT_MICROS = TimeUnit.HOURS.toMicros(5); // from 23:00 to 4:00
    private static final long NEAR_MICROS = TimeUnit.MINUTES.toMicros(5);
    private static final int REPEATED = 10;
    private static final int SAMPLE_CHARS = 200;
    private static final double MOST_LOST = 0.2;
    private static final double SOME_LOST = 0.05;
    private static final double FEW_UNANSWERED = 0.001; // each may have taken a minute

    private final LogOptions options;
    private final Consumer<LoggedRequest> requests;
    private final LineSplitter splitter = new LineSplitter(this::line, () -> bad(BadLine.TOO_LONG, ""));
    private final Map<BadLine, Long> bad = new EnumMap<>(BadLine.class);
    private final Map<Apart, Counted> apart = new EnumMap<>(Apart.class);
    private final List<String> samples = new ArrayList<>();
    private final LogFields fields = new LogFields();
    private final RecorderHeader recorder = new RecorderHeader();
    private List<String> firstLines = new ArrayList<>();
    private int firstBytes;
    private LogMeaning meaning;
    private double microsOfUnit;
    private double correction;
    private boolean begun;
    private long lines;
    private long given;
    private long waitedRequests;
    private double waitedMicros;
    private double otherMicros;
    private double serverMicros;
    private boolean toHeaders;
    private long unanswered;
    private double unansweredMicros;
    private long latestStamp = Long.MIN_VALUE;
    private long hourTwiceMicros = Long.MIN_VALUE;
    private int repeatedLines; // in a row, at most REPEATED
    private boolean descends; // the time goes back, and not by an hour at once
    private long firstMicros = Long.MAX_VALUE;
    private long lastMicros = Long.MIN_VALUE;

    /** @param requests gets each request, in the order of the lines */
    public LogReader(LogOptions options, Consumer<LoggedRequest> requests) {
        this.options = options;
        this.requests = requests;
    }

    /**
     * Takes the next bytes of the log. Text is UTF-8; invalid bytes are replaced.
     *
     * @throws UnreadableLog if the log is packed, if the format is not recognised, or if the format string is wrong
     */
    public void accept(byte[] bytes, int from, int length) {
        if (!begun && length > 0) {
            begun = true;
            String packed = LineSplitter.packedAs(new String(bytes, from, Math.min(length, 8), StandardCharsets.UTF_8));
            if (packed != null) throw new UnreadableLog(packed);
        }
        splitter.accept(bytes, from, length);
    }

    /**
     * Ends the log. The last line may lack its line end.
     *
     * @throws UnreadableLog if the log is empty, if its format is not recognised, or if a fifth of its requests is lost
     */
    public LogRead finish() {
        splitter.finish();
        if (meaning == null && recorder.facts() != null && isHeaderOnly()) return withoutRequests();
        if (meaning == null) recognise();
        var doubts = new ArrayList<>(meaning.doubts());
        lost(doubts);
        unanswered(doubts);
        bodies(doubts);
        if (hourTwiceMicros != Long.MIN_VALUE)
            doubts.add(
                    "The time goes back by an hour at " + Instant.ofEpochSecond(hourTwiceMicros / 1_000_000)
                            + ", as at the end of summer time. The lines after it are read as an hour later, but not further files.");
        return new LogRead(
                meaning.words(),
                doubts,
                lines,
                given,
                apart,
                bad.entrySet().stream()
                        .collect(Collectors.toMap(entry -> entry.getKey().words(), Map.Entry::getValue)),
                samples,
                new Outside(waitedRequests, waitedMicros / 1e6, otherMicros / 1e6, serverMicros / 1e6, toHeaders),
                meaning.resolutionMicros(),
                meaning.wholeSeconds(),
                given == 0 ? 0 : firstMicros,
                given == 0 ? 0 : lastMicros,
                recorder.facts());
    }

    private boolean isHeaderOnly() {
        return firstLines.stream().allMatch(line -> line.startsWith("#"));
    }

    /** A file of our recorder that has just begun. */
    private LogRead withoutRequests() {
        return new LogRead(
                "",
                List.of(),
                firstLines.size(),
                0,
                Map.of(),
                Map.of(),
                List.of(),
                new Outside(0, 0, 0, 0, false),
                1,
                false,
                0,
                0,
                recorder.facts());
    }

    /** Says how many requests are lost, or refuses the log. */
    private void lost(List<String> doubts) {
        long lost = bad.entrySet().stream()
                .filter(entry -> entry.getKey().isLoss())
                .mapToLong(Map.Entry::getValue)
                .sum();
        long read = given + apart.values().stream().mapToLong(Counted::requests).sum();
        double share = lost / Math.max(1.0, lost + read);
        if (share <= SOME_LOST || lost < 2) return;
        String counted = String.format(Locale.ROOT, "%,d of %,d requests (%.0f %%)", lost, lost + read, 100 * share);
        if (share > MOST_LOST)
            throw new UnreadableLog(counted + " cannot be read, such as\n  "
                    + samples.stream().limit(3).collect(Collectors.joining("\n  ")) + "\nThe others are read as "
                    + meaning.parser().format().about().words()
                    + ". Give the format string of all lines with -DlogFormat=, or leave these lines out.");
        doubts.add(counted + " are lost, because their lines are not of the format.");
    }

    /** Says how many requests got no answer from the server behind a proxy. Each held a thread there at least as long as the proxy waited. */
    private void unanswered(List<String> doubts) {
        long untimed = bad.getOrDefault(BadLine.UNANSWERED, 0L);
        if (untimed > FEW_UNANSWERED * (untimed + given))
            doubts.add(String.format(
                    Locale.ROOT,
                    "%,d of %,d requests got no answer from the server behind the proxy, and the log has no time of them. They are not in the figures, and each may have held a thread until the proxy's timeout.",
                    untimed,
                    untimed + given));
        if (unansweredMicros > SOME_LOST * serverMicros)
            doubts.add(String.format(
                    Locale.ROOT,
                    "%,d of %,d requests got no answer from the server behind the proxy: a timeout, or a client that left. The time at the proxy is taken as their duration. The server may have worked longer.",
                    unanswered,
                    given));
    }

    /** Says how much a server may have written after the headers. A servlet that writes an export for 8 s holds its thread for 8 s. */
    private void bodies(List<String> doubts) {
        double all = serverMicros + waitedMicros + otherMicros;
        if (toHeaders && otherMicros > SOME_LOST * all)
            doubts.add(String.format(
                    Locale.ROOT,
                    "The durations end with the headers of the response, and %.0f %% of the time at the proxy is outside them. If the service writes long bodies in this time, requests hold their threads longer than said here. To read the whole time, give a -DlogFormat= without the server's time.",
                    100 * otherMicros / all));
    }

    /** The lines so far. */
    public long lines() {
        return lines;
    }

    private void line(String text) {
        boolean first = lines == 0 && firstLines.isEmpty();
        String line = first && text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        if (line.isBlank()) return;
        if (line.startsWith("#") && recorder.takes(line)) {
            lines++;
            return;
        }
        if (meaning != null) {
            read(line);
            return;
        }
        firstLines.add(line);
        firstBytes += line.length();
        if (firstLines.size() >= FIRST_LINES || firstBytes >= FIRST_BYTES) recognise();
    }

    private void recognise() {
        if (firstLines.isEmpty() && bad.containsKey(BadLine.TOO_LONG))
            throw new UnreadableLog("All lines of the log are longer than 65,536 bytes. Write each request in a line"
                    + " of its own. For JSON: jq -c . access.json, or jq -c '.[]' access.json for an array.");
        meaning = LogMeaning.of(LineParser.of(options.format(), firstLines), firstLines, options.durationUnit());
        microsOfUnit = meaning.unit().micros();
        correction = meaning.correction();
        List<String> waiting = firstLines;
        firstLines = null;
        waiting.forEach(this::read);
    }

    private void read(String line) {
        lines++;
        BadLine why = meaning.parser().parse(line, fields);
        double whole = fields.micros(Role.DURATION, microsOfUnit, correction);
        double server = fields.micros(Role.SERVER, microsOfUnit, correction);
        double waited = orZero(fields.micros(Role.WAIT, microsOfUnit, correction));
        double before = orZero(fields.micros(Role.READ, microsOfUnit, correction));
        double service = server >= 0
                ? server
                : whole - waited - before - orZero(fields.micros(Role.CONNECT, microsOfUnit, correction));
        if (why == null && (service > MOST_MICROS || whole > MOST_MICROS)) why = BadLine.DURATION;
        if (why != null) {
            notRead(line, why);
            return;
        }
        Apart kind = Apart.of(
                fields.path(), fields.status(), whole >= 0 ? Math.max(service, whole) : service, meaning.hasPaths());
        if (kind != null) {
            apart.merge(kind, new Counted(1, Math.max(0, service) / 1e6), Counted::plus);
            return;
        }
        request(Math.round(Math.max(0, service)), Math.round(waited), Math.round(before), whole);
    }

    private void request(long service, long waited, long before, double whole) {
        long stamp = stamp();
        StampMoment moment = fields.hasBothEnds() ? StampMoment.START : meaning.moment(); // some lines have both
        long start =
                switch (moment) {
                    case START -> stamp + before;
                    case SERVED -> stamp - waited;
                    case END -> stamp - service - waited;
                };
        firstMicros = Math.min(firstMicros, start);
        lastMicros = Math.max(lastMicros, start);
        given++;
        double other = whole >= 0 ? Math.max(0, whole - service - waited) : 0;
        RequestParts parts = parts();
        if (waited > 0 && parts == null) waitedRequests++;
        if (parts == null) waitedMicros += waited;
        if (parts == null) otherMicros += other;
        serverMicros += service;
        toHeaders |= fields.isToHeaders();
        if (fields.isUnanswered()) {
            unanswered++;
            unansweredMicros += service;
        }
        requests.accept(
                new LoggedRequest(start, waited, service, fields.method(), fields.path(), fields.status(), parts));
    }

    /** What our recorder knows of the request; null if the log is not from it. */
    private RequestParts parts() {
        if (!fields.isRecorded()) return null;
        return new RequestParts(
                fields.micros(Role.WAIT, microsOfUnit, correction) >= 0,
                fields.hasThreadWait(),
                known(Role.PROCESSOR),
                known(Role.CONNECTION_WAIT),
                known(Role.CONNECTION_HELD),
                fields.isAsync());
    }

    private long known(Role role) {
        double micros = fields.micros(role, microsOfUnit, correction);
        return micros >= 0 ? Math.round(micros) : RequestParts.UNKNOWN;
    }

    private static double orZero(double micros) {
        return micros >= 0 ? micros : 0;
    }

    /**
     * The time of the line. A log without a zone repeats an hour at the end of summer time. Lines of that hour count an hour later. After
     * some of them in a row it is no long request, and all further lines do.
     */
    private long stamp() {
        long stamp = fields.stampMicros();
        if (!fields.isZoned() && !fields.isRecorded()) { // our recorder writes UTC
            long back = latestStamp - stamp;
            descends = back >= 0 && (descends || back > HOUR_MICROS / 4 && back < HOUR_MICROS / 4 * 3);
            boolean repeated = !descends && isHourBefore(stamp);
            if (repeated && hourTwiceMicros == Long.MIN_VALUE) hourTwiceMicros = latestStamp;
            if (repeatedLines < REPEATED) repeatedLines = repeated ? repeatedLines + 1 : 0;
            if (repeated || repeatedLines == REPEATED) stamp += HOUR_MICROS;
        }
        latestStamp = Math.max(latestStamp, stamp);
        return stamp + (meaning.resolutionMicros() == TimeUnit.SECONDS.toMicros(1) ? within() : 0);
    }

    /** Whether the time goes back by about an hour, at night: clocks are set back between 0:00 and 3:00. */
    private boolean isHourBefore(long stamp) {
        long back = latestStamp - stamp;
        boolean hour = back > HOUR_MICROS - NEAR_MICROS && back < HOUR_MICROS + NEAR_MICROS;
        return hour && Math.floorMod(latestStamp + HOUR_MICROS, TimeUnit.DAYS.toMicros(1)) < NIGHT_MICROS;
    }

    /**
     * A moment within a second, in microseconds: uniform, by a hash of the line's number (SplitMix64). Independent arrivals are spread in
     * this way.
     */
    private long within() {
        long z = (options.seed() + lines) * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return Long.remainderUnsigned(z ^ (z >>> 31), TimeUnit.SECONDS.toMicros(1));
    }

    private void notRead(String line, BadLine why) {
        if (meaning.parser().format().isHeader(line)) return;
        boolean request = meaning.parser().format().isTable() || Formats.mayBeRequest(line);
        count(why.isLoss() && !request ? BadLine.OTHER : why, line);
    }

    private void bad(BadLine why, String line) {
        lines++;
        count(why, line);
    }

    private void count(BadLine why, String line) {
        bad.merge(why, 1L, Long::sum);
        if (samples.size() < LogRead.MOST_SAMPLES && !line.isEmpty() && why.isLoss())
            samples.add(line.length() <= SAMPLE_CHARS ? line : line.substring(0, SAMPLE_CHARS) + "…");
    }
}
