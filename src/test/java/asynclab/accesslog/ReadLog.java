package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A log and the requests that were read of it. */
record ReadLog(LogRead read, List<LoggedRequest> requests) {

    static ReadLog of(byte[] bytes, LogOptions options) {
        var requests = new ArrayList<LoggedRequest>();
        var reader = new LogReader(options, requests::add);
        reader.accept(bytes, 0, bytes.length);
        return new ReadLog(reader.finish(), requests);
    }

    static ReadLog of(String text, LogOptions options) {
        return of(text.getBytes(StandardCharsets.UTF_8), options);
    }

    /** @param format null if the lines are to tell */
    static ReadLog of(Path file, String format) throws IOException {
        return of(Files.readAllBytes(file), LogOptions.of(format, null));
    }

    /** How long the first request took, in microseconds. */
    long firstDurationMicros() {
        return requests.get(0).durationMicros();
    }

    /** The length of the traffic. */
    double seconds() {
        return (read.lastMicros() - read.firstMicros()) / 1e6;
    }

    /** What the log is read as has this text. */
    void assertSays(String text) {
        assertTrue(read.words().contains(text), read::words);
    }

    /** The log is read without a doubt. */
    void assertSure() {
        assertEquals(List.of(), read.doubts(), read::words);
    }

    /** The log is read with a doubt that has this text. */
    void assertDoubt(String text) {
        assertTrue(read.doubts().toString().contains(text), () -> read.words() + read.doubts());
    }
}
