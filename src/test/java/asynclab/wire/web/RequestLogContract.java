package asynclab.wire.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.book.Book;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A line for each request, and each its own, when the log is asked for them. */
class RequestLogContract extends ServerContract {

    private static final Pattern LINE = Pattern.compile(
            "RequestLog: GET \\S+[?&]n=(\\d+) (\\d{3}) arrived (\\S+Z) queued - planned (\\d+|-) held (\\d+|-) total (\\d+)$",
            Pattern.MULTILINE);

    @Override
    protected ServerSettings settings() {
        return named("").withJvmFlags(List.of("-Dasynclab.log=DEBUG", "-Dasynclab.logFormat=yaml"));
    }

    @Test
    void a_format_of_the_log_that_is_none_is_text_and_one_warning() throws Exception {
        String warning = "asynclab.logFormat must be text or json, but was \"yaml\". The log is text.";
        String log = Files.readString(server().log()); // with the start, which said() lacks on other containers
        assertEquals(1, log.lines().filter(line -> line.endsWith(warning)).count());
    }

    @ContractRow({31, 32, 37})
    @Test
    void each_of_a_thousand_requests_has_one_line_with_its_own_figures() throws Exception {
        List<String> paths = List.of(
                "/async?ms=%d",
                "/blocking?ms=%d",
                "/worker?ms=%d",
                "/queued/bounded?ms=%d",
                "/async?ms=x%d",
                "/nothing-here?ms=%d",
                "/async?ms=600000&timeoutMs=1%d",
                "/slowendpoint?ms=%d");
        var sent = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (int n = 0; n < 1000; n++)
            sent.add(getLater(paths.get(n % paths.size()).formatted(n % 50) + "&n=" + n));
        for (var response : sent) response.join();

        Await.until(
                "there is a line for each", () -> LINE.matcher(said()).results().count() >= 1000);
        Map<Integer, List<MatchResult>> lines =
                LINE.matcher(said()).results().collect(Collectors.groupingBy(line -> Integer.valueOf(line.group(1))));
        for (int n = 0; n < 1000; n++) {
            var response = sent.get(n).join();
            assertEquals(
                    1,
                    lines.getOrDefault(n, List.of()).size(),
                    "lines of " + response.request().uri());
            MatchResult line = lines.get(n).get(0);
            assertEquals(response.statusCode(), Integer.parseInt(line.group(2)));
            String planned = response.headers().firstValue("X-Planned-Ms").orElse("-");
            assertEquals(planned, line.group(4));
            assertEquals(response.headers().firstValue("X-Held-Ms").orElse("-"), line.group(5));
            if (!planned.equals("-")) assertTrue(Long.parseLong(line.group(6)) >= Long.parseLong(planned), line::group);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "t=%d.500, true", // seconds, as nginx has them
        "%d.5, true",
        "%d500, true", // milliseconds
        "t=%d500000, true", // microseconds
        "1.5, false",
        "tomorrow, false",
        "9999999999.5, false", // not yet
        "1000000000.5, false", // a clock that was never set
    })
    void how_long_a_request_was_queued_is_in_its_line_if_its_sender_says_when_it_was_sent(String header, boolean known)
            throws Exception {
        long n = 1_000_000 + header.hashCode() % 1_000_000;
        long before = Instant.now().getEpochSecond() - 10;
        send(request("/async?ms=1&n=" + n).header("X-Request-Start", header.formatted(before)));
        var line = Pattern.compile("n=" + n + " 200 arrived \\S+ queued (\\d+|-) planned 1 held");
        Await.until("there is a line", () -> line.matcher(said()).find());
        var found = line.matcher(said());
        assertTrue(found.find());
        if (!known) assertEquals("-", found.group(1));
        else assertTrue(Long.parseLong(found.group(1)) >= 9_500, found::group);
    }

    @Test
    void a_line_is_like_the_one_that_the_page_shows() throws Exception {
        String shown = Book.outputs(Book.page("watching.md")).get(1).get(0);
        long sentMillis = System.currentTimeMillis() - 4;
        send(request("/async?ms=50").header("X-Request-Start", "" + sentMillis));
        Await.until("there is such a line", () -> said().lines()
                .anyMatch(line -> Book.shape(line).endsWith(Book.shape(shown))));
    }
}
