package asynclab.accesslog;

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
}
