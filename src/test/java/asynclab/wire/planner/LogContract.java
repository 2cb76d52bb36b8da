package asynclab.wire.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.client.RawConnection;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** An access log is answered over HTTP, the same on every container. {@code LogQuestionTest} has more logs and queries. */
class LogContract extends ServerContract {

    private static final Path GZIPPED = Path.of("results/log/tomcat-9.log.gz");
    private static final int MOST_BYTES = 2_000_000;
    private static final int PLACES = 16;
    private static final long DROP_MILLIS = 500;
    private static final int MOST_TIMES = 5;

    @Override
    protected ServerSettings settings() {
        return named("").withJvmFlags(List.of("-Dasynclab.log-max-bytes=" + MOST_BYTES));
    }

    private HttpResponse<String> post(String query, BodyPublisher body) throws Exception {
        return send(request("/log" + query).POST(body));
    }

    private String refused(String query, byte[] body) throws Exception {
        var response = post(query, BodyPublishers.ofByteArray(body));
        assertEquals(400, response.statusCode(), response.body());
        return json(response).get("error").asText();
    }

    private static byte[] log() throws Exception {
        try (var in = new GZIPInputStream(Files.newInputStream(GZIPPED))) {
            return in.readAllBytes();
        }
    }

    @Test
    void a_log_is_read_and_answered_whole_or_in_chunks() throws Exception {
        byte[] part = Arrays.copyOf(log(), 50_000); // its last line is cut
        for (var body : new BodyPublisher[] {
            BodyPublishers.ofByteArray(part), BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(part))
        }) {
            var response = post("?threads=50&traffic=3", body);
            assertEquals(200, response.statusCode(), response.body());
            JsonNode page = json(response);
            JsonNode read = page.get("read");
            long lines = new String(part, StandardCharsets.UTF_8).lines().count();
            assertEquals(lines, read.get("lines").asLong());
            assertEquals(lines, read.get("requests").asLong() + bad(read));
            assertTrue(
                    read.get("words").asText().contains("{*} {*} {*} [{time}] \"{request}\" {status} {*} {duration}"),
                    read.toString());
            JsonNode answer = page.get("answer");
            assertEquals(50, answer.get("question").get("threads").asInt());
            assertEquals(3, answer.get("question").get("traffic").asInt());
            assertTrue(answer.get("verdict").asText().length() > 20);
            assertEquals(read.get("requests"), answer.get("learned").get("requests"));
            assertEquals("BLOCKING", answer.get("variants").get(0).get("kind").asText());
        }
    }

    private static long bad(JsonNode read) {
        long bad = 0;
        for (JsonNode count : read.get("bad")) bad += count.asLong();
        return bad;
    }

    @Test
    void what_is_no_log_is_refused_in_a_sentence() throws Exception {
        byte[] lines = log(); // a megabyte, more than the sockets hold: the client is still sending when it is refused
        assertEquals("The log is empty.", refused("", new byte[0]));
        assertTrue(refused("", "<script>alert(1)</script>\n".getBytes(StandardCharsets.UTF_8))
                .contains("no column is a request"));
        assertTrue(refused("", Files.readAllBytes(GZIPPED)).contains("gzipped"));
        assertTrue(refused("?threads=0", lines).contains("threads must be"));
        assertTrue(refused("?connections=0", lines).contains("connections must be a whole number from 1"));
        assertTrue(refused("?connections=5&connectionShare=2", lines).contains("connectionShare must be"));
        assertTrue(refused("?connectionShare=0.5", lines)
                .contains("connectionShare must be absent without connections=, but was \"0.5\"."));
        assertTrue(refused("?connectionTimeoutMs=x", lines).contains("connectionTimeoutMs must be"));
        assertTrue(refused("?limit=-1", lines).contains("limit must be"));
        assertTrue(refused("?maxWaitMs=60001", lines).contains("maxWaitMs must be"));
        assertTrue(refused("?cores=0", lines).contains("cores must be"));
        assertTrue(refused("?unit=weeks", lines).contains("unit must be"));
        assertTrue(refused("?format=%25h+%25D", lines).contains("has no time"));
        assertEquals(405, get("/log").statusCode());
    }

    @Test
    void a_log_over_the_limit_gets_413_at_once_if_it_says_its_length() throws Exception {
        try (var socket = raw(0, "POST /log HTTP/1.1", "Content-Length: " + (MOST_BYTES + 1))) {
            String head = readHead(socket);
            assertTrue(head.startsWith("HTTP/1.1 413"), head);
        }
    }

    /** It is neither kept in memory nor waited for by a thread: a body of one line without an end. */
    @Test
    void a_log_over_the_limit_gets_413_while_it_is_sent() throws Exception {
        byte[] line = "127.0.0.1 - - [21/Nov/2026:10:15:30 +0000] \"GET /a HTTP/1.1\" 200 5 30\n"
                .getBytes(StandardCharsets.UTF_8);
        try (var socket = raw(0, "POST /log?format=tomcat-9 HTTP/1.1", "Transfer-Encoding: chunked")) {
            var out = socket.getOutputStream();
            byte[] piece = new byte[1 << 20];
            Arrays.fill(piece, (byte) 'x');
            System.arraycopy(line, 0, piece, 0, line.length);
            InputStream in = socket.getInputStream();
            try {
                for (long sent = 0; sent <= MOST_BYTES + (1 << 22) && in.available() == 0; sent += piece.length) {
                    out.write("100000\r\n".getBytes(StandardCharsets.US_ASCII));
                    out.write(piece);
                    out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
                }
            } catch (SocketException closed) {
                // the server has answered and closed
            }
            String head = readHead(socket);
            assertTrue(head.startsWith("HTTP/1.1 413"), head);
        }
    }

    /** A log that begins and does not go on, but for a byte each time. */
    private Socket begun(ScheduledExecutorService drops) throws Exception {
        Socket socket = raw(0, "POST /log HTTP/1.1", "Transfer-Encoding: chunked");
        var out = socket.getOutputStream();
        drops.scheduleWithFixedDelay(
                () -> {
                    try {
                        out.write("1\r\nx\r\n".getBytes(StandardCharsets.US_ASCII));
                    } catch (IOException closed) {
                        throw new UncheckedIOException(closed); // no further one
                    }
                },
                0,
                DROP_MILLIS,
                TimeUnit.MILLISECONDS);
        return socket;
    }

    /** In one test, because a client that drips has five seconds. */
    @ContractRow(57)
    @Test
    void logs_that_drip_take_nothing_from_others_but_their_places_and_get_408_in_a_sentence() throws Exception {
        byte[] part = Arrays.copyOf(log(), 50_000);
        var drops = Executors.newSingleThreadScheduledExecutor();
        var slow = new ArrayList<RawConnection>();
        try {
            for (int more = MOST_TIMES; !areAllPlacesTaken(slow, drops, part); more--)
                assertTrue(more > 1, "another log has found a place, however many drip");
            var one = CompletableFuture.runAsync(() -> assertTooSlowAndClosed(slow.get(0)));
            slow.get(PLACES - 1).vanish();
            Await.until("there is a place", () -> ledger().inFlight() < PLACES);
            var response = post("?threads=50", BodyPublishers.ofByteArray(part));
            assertEquals(200, response.statusCode(), response.body());
            for (RawConnection each : slow.subList(1, PLACES - 1)) assertTooSlow(each);
            assertEquals(200, post("", BodyPublishers.ofByteArray(part)).statusCode());
            one.join();
        } finally {
            drops.shutdownNow();
            for (RawConnection each : slow) each.close();
        }
    }

    /** Whether no log that drips had to leave before another was refused. On a slow machine one may have. */
    private boolean areAllPlacesTaken(List<RawConnection> slow, ScheduledExecutorService drops, byte[] other)
            throws Exception {
        for (RawConnection each : slow) each.close();
        slow.clear();
        Await.until("every place is free", () -> ledger().inFlight() == 0);
        long before = ledger().endedInAll();
        for (int i = 0; i < PLACES; i++) slow.add(new RawConnection(begun(drops)));
        Await.until(
                "all are inside, or one has left",
                () -> ledger().inFlight() == PLACES || ledger().endedInAll() > before);
        var response = post("", BodyPublishers.ofByteArray(other));
        if (response.statusCode() == 200) return false;
        assertUnavailable("5", response);
        return true;
    }

    private static void assertTooSlow(RawConnection slow) throws IOException {
        var answer = slow.read("POST");
        assertEquals(408, answer.status(), answer::toString);
        assertTrue(answer.text().contains("The log must come at 5,000 bytes or more in 5 s."), answer::toString);
        assertTrue(answer.header("Connection").toLowerCase(Locale.ROOT).contains("close"), answer::toString);
    }

    /** A server that reads on for a while, so that the client gets the answer, closes five seconds later. */
    private static void assertTooSlowAndClosed(RawConnection slow) {
        try {
            assertTooSlow(slow);
            try {
                assertTrue(slow.isAtItsEnd());
            } catch (SocketException reset) {
                // a byte came after the server's last look
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
