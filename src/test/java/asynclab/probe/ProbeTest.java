package asynclab.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.options.LabException;
import asynclab.options.ProbeOptions;
import asynclab.probe.ProbeResult.ProbeEnding;
import asynclab.wire.fixture.Await;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the probe sends, when it stops, and what it refuses. */
class ProbeTest {

    @AutoClose
    private PlayedService service;

    @BeforeEach
    void a_service() throws Exception {
        service = new PlayedService();
        service.answers("/", 200, "");
    }

    private static ProbeResult probe(String url, String... words) {
        return Probe.run(PlayedService.options(url, words), "", sentence -> {});
    }

    private static String refused(String url, String... words) {
        return assertThrows(LabException.class, () -> probe(url, words)).getMessage();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | . Give the credentials with -Dheader=@FILE.",
                "403 | . Give the credentials with -Dheader=@FILE.",
                "302 | , a redirect to http://other/. Give that address.",
                "404 | . Check the path.",
                "405 | . Check -Dmethod.",
                "429 | , because it limits the rate of requests. Wait, and give -DmaxRps.",
                "400 | . Check -Dmethod, -Dheader and -Dbody.",
                "500 | . It must work before it gets load."
            })
    void a_service_that_does_not_answer_as_it_should_gets_one_request(int status, String advice) {
        var requests = new AtomicInteger();
        service.on("/bad", exchange -> {
            requests.incrementAndGet();
            exchange.getResponseHeaders().add("Location", "http://other/");
            PlayedService.answer(exchange, status, "");
        });

        assertEquals(service.url("/bad") + " answered " + status + advice, refused(service.url("/bad")));
        assertEquals(1, requests.get());
    }

    @Test
    void what_is_no_http_gives_a_sentence() throws IOException {
        assertTrue(refused("http://no.such.host.invalid/").contains(" has a host name that no address is known for."));
        for (String banner : List.of("SSH-2.0-OpenSSH_9\r\n", ""))
            try (var socket = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
                CompletableFuture.runAsync(() -> greet(socket, banner));
                String url = "http://127.0.0.1:" + socket.getLocalPort() + "/";
                String words =
                        banner.isEmpty() ? " closed the connection without an answer." : " does not speak HTTP: ";
                String sentence = refused(url);
                assertTrue(sentence.startsWith(url + words), sentence);
                if (banner.isEmpty()) continue;
                String secure = url.replace("http:", "https:");
                String ofTls = refused(secure);
                assertTrue(ofTls.startsWith(secure + " cannot be reached with TLS: "), ofTls);
            }
        String closed = closedPort();
        assertEquals(closed + " refused the connection.", refused(closed));
    }

    private static void greet(ServerSocket socket, String banner) {
        while (!socket.isClosed())
            try (var connection = socket.accept()) {
                connection.getInputStream().read(new byte[1_000]);
                connection.getOutputStream().write(banner.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                return; // the test is over
            }
    }

    private static String closedPort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return "http://127.0.0.1:" + socket.getLocalPort() + "/";
        }
    }

    @Test
    void a_wrong_option_gives_a_sentence() {
        String url = service.url("/");

        for (String wrong :
                List.of("shop:8080", "ftp://shop/", "http:///path", "http://me:secret@shop/", "http://a b/"))
            assertEquals(
                    "-Dprobe must be a URL without a user, such as http://host:8080/path?query, but was \"" + wrong
                            + "\".",
                    refused(wrong));
        assertEquals(
                "-Dweights must have a number for each of the 1 URLs, but has 2.", refused(url, "--weights", "1,2"));
        for (String wrong : List.of("post", "CONNECT"))
            assertEquals(
                    "-Dmethod must be a method in capital letters, such as POST, and not CONNECT, but was \"" + wrong
                            + "\".",
                    refused(url, "--method", wrong));
        assertEquals("The file \"no.txt\" of -Dheader cannot be read.", refused(url, "--header", "@no.txt"));
        assertEquals(
                "-Dheader must be \"Name: value\", or @FILE with one on each line.",
                refused(url, "--header", "secret"));
        assertEquals(
                "-Dother must be another URL than those of the load, but was \"" + url + "\".",
                refused(url, "--other", url));
        for (String wrong : List.of("host", "host:99999"))
            assertEquals("-Djmx must be HOST:PORT, but was \"" + wrong + "\".", refused(url, "--jmx", wrong));
    }

    @Test
    void headers_and_body_arrive_and_are_shown_nowhere(@TempDir Path folder) throws IOException {
        Path headers = Files.writeString(folder.resolve("headers"), "Authorization: Bearer s3cret\nX-Shop: 7\n");
        Path body = Files.writeString(folder.resolve("body"), "s3cret order");
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        service.on("/orders", exchange -> {
            String read = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            seen.add(exchange.getRequestMethod() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " "
                    + exchange.getRequestHeaders().getFirst("X-Shop") + " " + read);
            PlayedService.answer(exchange, 201, "");
        });
        var progress = new StringBuilder();
        ProbeOptions options = PlayedService.options(
                service.url("/orders"),
                "--method=POST",
                "--header",
                "@" + headers,
                "--header=X-Key: s3cret",
                "--body",
                "@" + body,
                "--users=1");
        ProbeResult result =
                Probe.run(options, options.commandOfJar() + options.command(ProbeOptions.NAME), progress::append);

        assertEquals(
                List.of("POST Bearer s3cret 7 s3cret order"),
                seen.stream().distinct().toList());
        assertEquals(seen.size(), result.cost().requests());
        String shown = new ObjectMapper().writeValueAsString(result) + ProbeReport.brief(result) + progress;
        assertFalse(shown.contains("s3cret"), shown);
        assertTrue(shown.contains("A larger --users, if"), shown);
    }

    /** Its rest would else be read until the probe ends. */
    @Test
    void an_answer_without_an_end_is_let_go_after_the_timeout() {
        var isLetGo = new AtomicBoolean();
        service.on("/endless", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try {
                while (true) {
                    exchange.getResponseBody().write('x');
                    exchange.getResponseBody().flush();
                    TimeUnit.MILLISECONDS.sleep(10);
                }
            } catch (IOException e) {
                isLetGo.set(true);
            }
        });
        var options = PlayedService.options(service.url("/endless"), "--timeout=1");
        try (var client = new ProbeClient(options)) {
            var request = client.request(URI.create(service.url("/endless")));
            assertEquals(
                    "did not answer within the timeout",
                    client.send(request).join().words());
            Await.until("the connection is closed", isLetGo::get);
        }
    }

    /** A request may arrive late, but none is sent before its time. */
    @Test
    void no_request_is_sent_before_its_time() {
        var arrivals = new ConcurrentLinkedQueue<Long>();
        service.on("/paced", exchange -> {
            arrivals.add(System.nanoTime());
            PlayedService.answer(exchange, 200, "");
        });
        int perSecond = 100;
        long interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
        var options = PlayedService.options(service.url("/paced"), "--max-rps=" + perSecond);
        try (var client = new ProbeClient(options)) {
            var request = client.request(URI.create(service.url("/paced")));
            long started = System.nanoTime();
            var sent = new ArrayList<CompletableFuture<ProbeResponse>>();
            for (int i = 0; i < 30; i++) sent.add(client.send(request));
            sent.forEach(CompletableFuture::join);
            int count = 0;
            for (long arrival : arrivals.stream().sorted().toList())
                assertTrue(arrival - started >= count++ * interval, "request " + count);
            assertEquals(30, count);
        }
    }

    /** The service holds a request for 10 ms. One user meets the rate first, unless a busy machine makes 40 ms of it. */
    @Test
    void the_rate_ends_the_climb() {
        int perSecond = 20;
        service.on("/held", exchange -> {
            TimeUnit.MILLISECONDS.sleep(10);
            PlayedService.answer(exchange, 200, "");
        });
        ProbeResult result = probe(service.url("/held"), "--max-rps=" + perSecond, "--users=3");

        assertEquals(ProbeEnding.RATE, result.ending(), result::verdict);
        assertTrue(ProbeReport.brief(result).toString().contains("A larger -DmaxRps"));
        // A slow machine sends fewer. One second is for the requests before the climb.
        assertTrue(result.cost().requests() <= 1 + perSecond * (result.cost().seconds() + 1), () -> "" + result.cost());
    }

    /** Serves six requests at a time, each for so long, and rejects the others. */
    private final class SixPermits {

        private static final int PERMITS = 6;

        private final AtomicInteger requests = new AtomicInteger();
        private final AtomicInteger inside = new AtomicInteger();
        private final ProbeResult result;

        SixPermits(int millis) {
            service.on("/few" + millis, exchange -> {
                requests.incrementAndGet();
                boolean served = inside.getAndIncrement() < PERMITS;
                try {
                    if (served) TimeUnit.MILLISECONDS.sleep(millis);
                } finally {
                    inside.decrementAndGet(); // before the client knows
                }
                PlayedService.answer(exchange, served ? 200 : 503, "");
            });
            result = probe(service.url("/few" + millis));
        }
    }

    /**
     * The climb stops, and no further request comes. On a busy machine requests may seem to wait before any is rejected. Then they are held for
     * twice as long, so that the machine's own times matter less.
     */
    @Test
    void rejections_stop_the_climb_and_show_the_permits() {
        int millis = 60;
        var few = new SixPermits(millis);
        while (few.result.limit() == null || few.result.ending() != ProbeEnding.ERRORS) {
            if (millis > 400) break; // fails below
            millis *= 2;
            few = new SixPermits(millis);
        }

        ProbeResult result = few.result;
        assertEquals(ProbeEnding.ERRORS, result.ending(), result::verdict);
        assertEquals("permits", result.limit().name());
        assertTrue(
                result.limit().from() <= SixPermits.PERMITS
                        && SixPermits.PERMITS <= result.limit().to(),
                result::verdict);
        assertStoppedAtTheThirdError(few.requests.get(), result);
    }

    /** Two errors may be strays. So the third is the last that the climb waits for. */
    private static void assertStoppedAtTheThirdError(int requests, ProbeResult result) {
        ProbeStep last = result.steps().get(result.steps().size() - 1);
        assertEquals(3, last.errors(), last::toString);
        for (ProbeStep step : result.steps()) assertTrue(step == last || step.errors() < 3, step::toString);
        assertEquals(requests, result.cost().requests(), "all that came were sent before the end");
    }

    @Test
    void other_errors_stop_the_climb_without_a_limit() {
        var requests = new AtomicInteger();
        service.on(
                "/breaks", exchange -> PlayedService.answer(exchange, requests.incrementAndGet() > 20 ? 500 : 200, ""));
        ProbeResult result = probe(service.url("/breaks"));

        assertEquals(ProbeEnding.ERRORS, result.ending());
        assertEquals(null, result.limit());
        assertTrue(result.verdict().contains("answered 500"), result::verdict);
        String brief = ProbeReport.brief(result).toString();
        assertFalse(brief.contains("A larger"), brief);
        assertStoppedAtTheThirdError(requests.get(), result);
    }

    /** A limiter of the rate may let only the first request pass, which is sent before the load. */
    @Test
    void a_service_that_rejects_all_load_has_no_time_without_load() {
        var requests = new AtomicInteger();
        service.on("/once", exchange -> PlayedService.answer(exchange, requests.getAndIncrement() > 0 ? 429 : 200, ""));
        ProbeResult result = probe(service.url("/once")).judged("unloadedMs<100");

        assertEquals(ProbeEnding.ERRORS, result.ending(), result::verdict);
        assertEquals(
                "unloadedMs<100 is not met: there is no such number",
                result.thresholds().get(0).toString());
    }

    /** One request at a time is served. After two have met, the fourth in a row that is alone fails. */
    private ProbeResult tiring(int millis) {
        var inside = new AtomicInteger();
        var alone = new AtomicInteger(Integer.MIN_VALUE);
        service.on("/tires" + millis, exchange -> {
            if (inside.incrementAndGet() > 1) alone.set(0);
            boolean fails = alone.getAndIncrement() > 3;
            try {
                synchronized (inside) {
                    TimeUnit.MILLISECONDS.sleep(millis);
                }
            } finally {
                inside.decrementAndGet(); // before the client knows
            }
            PlayedService.answer(exchange, fails ? 500 : 200, "");
        });
        return probe(service.url("/tires" + millis), "--users=2");
    }

    /** On a busy machine the two users may seem not to wait. Then requests are held for twice as long. */
    @Test
    void a_step_that_fails_tells_nothing_of_the_time_without_load() {
        int millis = 20;
        ProbeResult result = tiring(millis);
        while (result.ending() == ProbeEnding.USERS && millis < 300) {
            millis *= 2;
            result = tiring(millis);
        }

        assertEquals(ProbeEnding.ERRORS, result.ending(), result.verdict());
        assertEquals(result.steps().get(0).meanMs(), result.unloaded().meanMs(), 1e-9);
    }
}
