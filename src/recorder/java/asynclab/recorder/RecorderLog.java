package asynclab.recorder;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The recorder's own log, in the W3C extended format. Each file begins with a header. Each start of the application adds a header to
 * the file. A full file becomes {@code NAME.1}, which becomes {@code NAME.2}, and so on. If a file cannot be written, the application's
 * log says so once, and this log tries again a minute later. Used by one thread, except for {@link #lost}.
 *
 * <p>Format: {@code https://www.w3.org/TR/WD-logfile.html}
 */
final class RecorderLog {

    private static final String FIELDS =
            "#Fields: date time cs-method cs-uri-stem sc-status x-time-us x-wait-us x-wait-from x-cpu-us"
                    + " x-off-cpu-us x-blocked-us x-conn-wait-us x-conn-held-us x-conn-count x-alloc-bytes x-dispatches x-async x-thread"
                    + " x-end\n";
    private static final int MOST_RECORDERS = 100;
    private static final long RETRY_NANOS = 60_000_000_000L;
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.", Locale.ROOT);
    private static final int FLUSH_CHARACTERS = 64_000;

    private Path file;
    private final long mostBytes;
    private final int files;
    private final ServerFacts facts;
    private final Consumer<String> say;
    private final StringBuilder lines = new StringBuilder();
    private int requests; // in these lines
    private String claimed; // the system property; null: no file is claimed
    private FileChannel out; // null while closed
    private long writtenBytes;
    private String saidFacts;
    private long droppedBefore; // said under earlier headers
    private long saidDropped; // under this header
    private long writtenDropped; // of that, what is in the file
    private int quietSeconds;
    private boolean hasFailed;
    private long failedNanos;
    private volatile long lost;
    private long second = Long.MIN_VALUE; // of the prefix
    private String prefix;

    RecorderLog(Path file, long mostBytes, int files, ServerFacts facts, Consumer<String> say) {
        this.file = file;
        this.mostBytes = mostBytes;
        this.files = files;
        this.facts = facts;
        this.say = say;
    }

    /** Requests that could not be written. */
    long lost() {
        return lost;
    }

    void write(RecordedRequest request) {
        if (out == null && !open()) {
            lost++;
            return;
        }
        requests++;
        quietSeconds = 0;
        append(request);
        if (lines.length() >= Math.min(FLUSH_CHARACTERS, mostBytes - writtenBytes)) flush();
    }

    private void append(RecordedRequest request) {
        Arrival arrival = request.arrival();
        RecordedRequest.ThreadWork work = request.work();
        RecordedRequest.Connections connections = request.connections();
        time(lines, arrival.epochMicros()).append(' ');
        printable(request.method()).append(' ');
        printable(stem(request.uri()));
        numbers(request.status() == 0 ? -1 : request.status(), request.timeMicros(), arrival.waitMicros());
        word(arrival.from().word);
        numbers(work.cpuMicros(), work.offCpuMicros(), work.blockedMicros());
        numbers(connections.waitMicros(), connections.heldMicros(), connections.count());
        numbers(work.allocatedBytes(), request.dispatches());
        word(request.async() ? "yes" : "no");
        word(request.virtual() ? "virtual" : "platform");
        word(request.end().word);
        lines.append('\n');
    }

    private void numbers(long... values) {
        for (long value : values) {
            lines.append(' ');
            if (value < 0) lines.append('-');
            else lines.append(value);
        }
    }

    private void word(String value) {
        lines.append(' ').append(value);
    }

    /** Without path parameters. Jetty 9.4 has no path of a CONNECT request. */
    static String stem(String uri) {
        return uri == null || uri.indexOf(';') < 0 ? uri : uri.replaceAll(";[^/]*", "");
    }

    /** A blank would begin another field, and a quote would not end. */
    private StringBuilder printable(String text) {
        if (text == null || text.isEmpty()) return lines.append('-');
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            if (each > ' ' && each < 0x7f && each != '"') lines.append((char) each);
            else lines.append(String.format("%%%02X", each));
        }
        return lines;
    }

    /** UTC to the microsecond: {@code 2026-11-26 04:30:00.123456}. */
    private StringBuilder time(StringBuilder lines, long epochMicros) {
        if (epochMicros / 1_000_000 != second) {
            second = epochMicros / 1_000_000;
            prefix = SECONDS.format(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC));
        }
        String micros = String.valueOf(1_000_000 + epochMicros % 1_000_000);
        return lines.append(prefix).append(micros, 1, micros.length());
    }

    /** Once a second. Nothing is written while there are no requests. @param dropped all that were dropped before they came here */
    void second(long dropped) {
        if (out != null && quietSeconds == 0) sayFacts();
        saySums(dropped);
    }

    private void saySums(long dropped) {
        if (out == null || quietSeconds++ > 1) return;
        sayProcess();
        long now = dropped + lost - droppedBefore;
        if (now != saidDropped)
            time(lines.append("#Dropped: "), nowMicros())
                    .append(' ')
                    .append(now)
                    .append('\n');
        saidDropped = now;
        flush();
    }

    private void sayFacts() {
        String known = facts.toString();
        if (known.equals(saidFacts)) return;
        lines.append("#Server: ").append(known).append('\n');
        saidFacts = known;
    }

    /** The processor time of the process, with which a reader can tell that of endpoints on virtual threads. */
    private void sayProcess() {
        long nanos = processNanos();
        if (nanos < 0) return;
        time(lines.append("#Process: "), nowMicros())
                .append(" cpu-us=")
                .append(nanos / 1_000)
                .append('\n');
    }

    private static long processNanos() {
        try {
            return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean bean
                    ? bean.getProcessCpuTime()
                    : -1;
        } catch (LinkageError hiddenFromApplications) { // as on WildFly
            return -1;
        }
    }

    private static long nowMicros() {
        return Arrival.micros(Instant.now());
    }

    private boolean open() {
        if (hasFailed && System.nanoTime() - failedNanos < RETRY_NANOS) return false;
        try {
            Path folder = file.getParent();
            if (!Files.isDirectory(folder)) Files.createDirectories(folder); // which refuses a link (JDK-8294193)
            FileChannel own = openOwn();
            writtenBytes = own.size();
            out = own;
        } catch (IOException e) {
            failed(e);
            return false;
        }
        droppedBefore += saidDropped;
        saidDropped = 0;
        writtenDropped = 0;
        saidFacts = null;
        lines.append("#Version: 1.0\n#Software: asynclab-recorder 1\n");
        sayFacts();
        lines.append(FIELDS);
        sayProcess();
        return true;
    }

    /** The file, or one with a number if another recorder has it: of an application with the same context path, say. */
    private FileChannel openOwn() throws IOException {
        for (int number = 1; ; number++) {
            Path own = number == 1 ? file : another(file, number);
            if (claim(own)) {
                FileChannel opened = FileChannel.open(own, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                if (isOwn(opened)) {
                    if (number > 1) say.accept("another recorder writes " + file + ", so this one writes " + own);
                    file = own;
                    return opened;
                }
                opened.close();
                unclaim();
            }
            if (number == MOST_RECORDERS) throw new IOException(number + " recorders write to files of this name");
        }
    }

    private static Path another(Path file, int number) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return file.resolveSibling(
                dot <= 0 ? name + "-" + number : name.substring(0, dot) + "-" + number + name.substring(dot));
    }

    /**
     * Claims the file among the recorders of this process, each of which may have a class loader of its own. Another of them must not
     * even open it: on Linux a process that closes a file loses its locks of it (fcntl(2)).
     */
    private boolean claim(Path own) throws IOException {
        String name = "asynclab.recorder: " + own.getParent().toRealPath().resolve(own.getFileName());
        if (name.equals(claimed)) return true;
        if (System.getProperties().putIfAbsent(name, "claimed") != null) return false;
        claimed = name;
        return true;
    }

    private void unclaim() {
        if (claimed != null) System.clearProperty(claimed);
        claimed = null;
    }

    /** Locks a byte far behind the end, so that other programs can read the file. */
    private static boolean isOwn(FileChannel opened) {
        try {
            return opened.tryLock(Long.MAX_VALUE - 1, 1, false) != null;
        } catch (OverlappingFileLockException thisProcessHasIt) {
            return false;
        } catch (IOException noLocks) { // some network file systems have none
            return true;
        }
    }

    void flush() {
        if (out == null) return;
        ByteBuffer bytes = ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.US_ASCII));
        try {
            while (bytes.hasRemaining()) out.write(bytes);
            writtenBytes += bytes.limit();
            writtenDropped = saidDropped;
            hasFailed = false;
            forgetLines();
            if (writtenBytes < mostBytes) return;
            closeFile();
            rotate();
        } catch (IOException e) {
            failed(e);
        }
    }

    private void forgetLines() {
        lines.setLength(0);
        requests = 0;
    }

    private void rotate() throws IOException {
        for (int number = files - 1; number > 0; number--) {
            Path older = numbered(number);
            Path newer = numbered(number - 1);
            if (Files.exists(newer)) Files.move(newer, older, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.deleteIfExists(file); // if only one is kept
    }

    private Path numbered(int number) {
        return number == 0 ? file : file.resolveSibling(file.getFileName() + "." + number);
    }

    private void failed(IOException e) {
        if (!hasFailed) say.accept("the log " + file + " cannot be written: " + e);
        hasFailed = true;
        failedNanos = System.nanoTime();
        lost += requests;
        saidDropped = writtenDropped;
        forgetLines();
        try {
            if (out != null && out.isOpen()) out.truncate(writtenBytes); // no half of a line
            closeFile();
        } catch (IOException alsoThat) { // it is said already
        }
    }

    private void closeFile() throws IOException {
        FileChannel closed = out;
        out = null;
        if (closed != null) closed.close();
    }

    /** Writes the last lines. The server may have stopped, and its pool has other threads then. */
    void close(long dropped) {
        quietSeconds = 0;
        saySums(dropped);
        try {
            closeFile();
        } catch (IOException e) {
            failed(e);
        }
        unclaim();
    }
}
