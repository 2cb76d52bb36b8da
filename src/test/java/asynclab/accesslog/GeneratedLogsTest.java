package asynclab.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.accesslog.format.UnreadableLog;
import asynclab.book.Book;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** The same 1,200 requests in many patterns: read right, or with a doubt, or refused, but never wrong and sure. */
class GeneratedLogsTest {

    private static final int REQUESTS = 1_200;
    private static final List<String> PATHS =
            List.of("/product/%d", "/search?q=shoes+%d", "/cart", "/checkout", "/image/%d.png");
    private static final double[] MILLIS = {45, 180, 25, 900, 3};
    private static final int[] BYTES = {5_120, 9_000, 700, 300, 84_000};
    private static final List<String> AGENTS =
            List.of("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101", "curl/8.5.0", "okhttp/4.12.0");
    private static final Map<String, DateTimeFormatter> STAMPS = Map.of(
            "{time}", stamp("dd/MMM/yyyy:HH:mm:ss Z"),
            "{iso}", stamp("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"),
            "{offset}", stamp("yyyy-MM-dd'T'HH:mm:ss.SSSZ"),
            "{fraction}", stamp("dd/MMM/yyyy:HH:mm:ss.SSS Z"),
            "{logback}", stamp("yyyy-MM-dd HH:mm:ss,SSS"),
            "{haproxy}", stamp("dd/MMM/yyyy:HH:mm:ss.SSS"));
    private static final List<Generated> ALL = generated();

    private record Generated(double start, double millis, Map<String, String> values) {}

    private static List<Generated> generated() {
        var random = new SplittableRandom(7);
        var all = new ArrayList<Generated>();
        double start = 1_795_168_800;
        for (int i = 0; i < REQUESTS; i++) {
            start -= Math.log(1 - random.nextDouble()) / 20;
            int kind = random.nextInt(10) < 4 ? 0 : random.nextInt(PATHS.size());
            double normal =
                    Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
            double millis = MILLIS[kind] * Math.exp(0.5 * normal);
            int id = random.nextInt(40);
            var values = new LinkedHashMap<String, String>();
            values.put("ip", "192.0.2." + (1 + random.nextInt(250)));
            values.put("method", kind == 3 ? "POST" : "GET");
            values.put("path", String.format(PATHS.get(kind), id));
            values.put("status", random.nextInt(20) == 0 ? "404" : "200");
            values.put("bytes", String.valueOf((int)
                    (BYTES[kind] * (kind < 2 ? 0.6 + random.nextDouble() : 1 + id / 100.0))));
            values.put("agent", AGENTS.get(random.nextInt(AGENTS.size())));
            values.put("length", String.valueOf(350 + random.nextInt(550)));
            values.put("port", String.valueOf(32_768 + random.nextInt(28_000)));
            values.put("pid", String.valueOf(1_011 + random.nextInt(4)));
            values.put("count", String.valueOf(7_000 + i));
            values.put("share", String.format(Locale.ROOT, "%.3f", i * 0.618 % 1));
            values.put("few", String.valueOf(i % 9));
            values.put("user", String.valueOf(100_000 + 7 * i % 77));
            values.put("up", seconds(Math.max(0, millis - 2 * random.nextDouble())));
            all.add(new Generated(start, millis, values));
        }
        all.sort(Comparator.comparingDouble(it -> it.start + it.millis / 1e3));
        return List.copyOf(all);
    }

    private static DateTimeFormatter stamp(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
    }

    private static String seconds(double millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1e3);
    }

    private static String line(String template, Generated request, boolean start) {
        double time = start ? request.start : request.start + request.millis / 1e3;
        Instant moment = Instant.ofEpochMilli((long) (time * 1e3));
        String line = template.replace("{combined}", "{clf} \"https://shop.example/\" \"{agent}\"")
                .replace("{clf}", "{ip} - - [{time}] \"{request}\" {status} {bytes}")
                .replace("{request}", "{method} {path} HTTP/1.1");
        for (Map.Entry<String, String> value : request.values.entrySet())
            line = line.replace("{" + value.getKey() + "}", value.getValue());
        for (Map.Entry<String, DateTimeFormatter> format : STAMPS.entrySet())
            if (line.contains(format.getKey()))
                line = line.replace(format.getKey(), format.getValue().format(moment));
        return line.replace("{epoch}", String.format(Locale.ROOT, "%.3f", time))
                .replace("{epochms}", String.valueOf((long) (time * 1e3)))
                .replace("{ms}", String.valueOf((long) request.millis))
                .replace("{thousands}", String.format(Locale.ROOT, "%,d", (long) request.millis))
                .replace("{us}", String.valueOf((long) (request.millis * 1e3)))
                .replace("{ns}", String.valueOf((long) (request.millis * 1e6)))
                .replace("{whole}", String.valueOf((long) (request.millis / 1e3)))
                .replace("{s}", seconds(request.millis))
                .replace("{comma}", seconds(request.millis).replace('.', ','));
    }

    private static ReadLog logOf(String template, String moment, LogOptions options) {
        var lines = new StringBuilder();
        for (Generated request : ALL)
            lines.append(line(template, request, moment.equals("start"))).append('\n');
        return ReadLog.of(lines.toString(), options);
    }

    @ParameterizedTest
    @CsvFileSource(files = "src/test/resources/accesslog/generated.csv", delimiter = '~', quoteCharacter = '`')
    void a_pattern_is_never_read_wrong_without_a_doubt(String name, String moment, String expected, String template) {
        ReadLog log;
        try {
            log = logOf(template, moment, LogOptions.NONE);
        } catch (UnreadableLog refused) {
            assertTrue(expected.contains("refused"), refused.getMessage());
            return;
        }
        LogRead read = log.read();
        assertTrue(expected.contains(read.doubts().isEmpty() ? "right" : "doubt"), read.words() + read.doubts());
        if (expected.equals("right")) assertRight(log);
    }

    /** What a server writes by a setting of the book is read without an option, and by the format string. */
    @ParameterizedTest
    @CsvFileSource(files = "src/test/resources/accesslog/settings.csv", delimiter = '~', quoteCharacter = '`')
    void a_setting_of_the_book_makes_a_log_that_is_read(String moment, String name, String setting, String template) {
        List<String> page = Book.lines(Book.page("log-formats.md"));
        assertTrue(page.stream().anyMatch(line -> line.contains(setting)), setting);
        for (String format : List.of("", name.endsWith(":") ? name + setting : name)) {
            ReadLog log = logOf(template, moment, LogOptions.of(format, null));
            log.assertSure();
            assertRight(log);
        }
    }

    private static void assertRight(ReadLog log) {
        LogRead read = log.read();
        List<LoggedRequest> requests = log.requests();
        assertEquals(REQUESTS, requests.size(), read.badWords());
        double all = ALL.stream().mapToDouble(Generated::millis).sum();
        double sum =
                requests.stream().mapToDouble(it -> it.durationMicros() / 1e3).sum();
        assertEquals(1, sum / all, 0.02, read.words());
        assertFalse(requests.stream().anyMatch(it -> it.path().isEmpty() || it.status() < 200), read.words());
    }
}
