package asynclab.wire.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies too large for one write, in either direction, as a client sees them. */
public abstract class StreamingContract extends ServerContract {

    private static final int TWENTY_MB = 20_000_000;
    private static final int SMALL_BUFFER = 4 * 1024;

    /** With a small buffer for what is sent, so that little fills it. */
    @Override
    protected ServerSettings settings() {
        return named("").withJvmFlags(List.of("-Dlab.sendBytes=16384"));
    }

    private static byte[] content(int length) {
        var content = new byte[length];
        for (int p = 0; p < length; p++) content[p] = (byte) (p ^ p >> 8 ^ p >> 16);
        return content;
    }

    private static String sha256(byte[] content) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    }

    public static String readHead(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0) throw new IOException("the connection ended after: " + head);
            head.append((char) c);
        }
        return head.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8192, 8193, 1_000_000})
    void a_download_arrives_whole(int bytes) throws Exception {
        var response =
                client.send(request("/download?bytes=" + bytes).build(), HttpResponse.BodyHandlers.ofByteArray());
        assertEquals(200, response.statusCode());
        assertArrayEquals(content(bytes), response.body());
    }

    @Test
    void readers_that_do_not_read_hold_no_thread_and_get_equal_bytes_when_they_do() throws Exception {
        int readers = 120; // more than the pool has threads
        var sockets = new Socket[readers];
        for (int i = 0; i < readers; i++)
            sockets[i] = raw(SMALL_BUFFER, "GET /download?bytes=" + TWENTY_MB + " HTTP/1.1");
        Await.until("all are served", () -> ledger("inFlight") == readers);
        assertEquals("ok", get("/async?ms=1").body());
        for (int i = 1; i < readers; i++) vanish(sockets[i]);
        try (var slow = sockets[0]) {
            InputStream in = slow.getInputStream();
            readHead(in);
            assertEquals(sha256(content(TWENTY_MB)), sha256(in.readNBytes(TWENTY_MB)));
        }
    }

    @Test
    void a_reader_that_vanishes_is_client_gone() throws Exception {
        long before = ledger("clientGone");
        for (int i = 0; i < 20; i++) {
            var socket = raw(SMALL_BUFFER, "GET /download?bytes=100000000 HTTP/1.1");
            readHead(socket.getInputStream());
            vanish(socket);
        }
        Await.until("all have ended", () -> ledger("clientGone") == before + 20);
    }

    @Test
    void a_deadline_in_the_middle_cuts_the_body_short_and_no_other_answer_follows_it() throws Exception {
        long before = ledger("timedOut");
        try (var socket = raw(SMALL_BUFFER, "GET /download?bytes=100000000&timeoutMs=100 HTTP/1.1")) {
            Await.until("it is too late", () -> ledger("timedOut") == before + 1);
            socket.getOutputStream().write("GET /async?ms=1 HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes());
            InputStream in = socket.getInputStream();
            readHead(in);
            long read = 0;
            try {
                for (int c = in.read(); c >= 0; c = in.read(), read++) {
                    // A second response in the place of content would not be the content.
                    assertEquals((byte) (read ^ read >> 8 ^ read >> 16), (byte) c, "at " + read);
                }
            } catch (IOException reset) {
                // as good an end as any
            }
            assertTrue(read < 100_000_000);
        }
    }

    @Test
    void head_of_a_download_says_its_length_and_sends_nothing() throws Exception {
        try (var socket = raw(0, "HEAD /download?bytes=1000000 HTTP/1.1", "Connection: close")) {
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertTrue(all.contains("Content-Length: 1000000\r\n"), all);
            assertTrue(all.endsWith("\r\n\r\n"), all);
        }
    }

    @Test
    void head_of_a_download_is_answered_at_once_with_the_headers_of_get_and_nothing_is_generated() throws Exception {
        String target = " /download?bytes=100000000&timeoutMs=1";
        long before = ledger("answered");
        for (int i = 0; i < 20; i++) {
            try (var socket = raw(0, "HEAD" + target + "&ms=600000 HTTP/1.1")) {
                String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                assertTrue(all.startsWith("HTTP/1.1 200"), all);
                assertTrue(all.contains("X-Planned-Ms: 600000"), all);
            }
            try (var socket = raw(0, "HEAD" + target + " HTTP/1.1")) {
                String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                assertEquals(headOfGet("/download?bytes=100000000"), headers(all));
            }
        }
        // What is generated takes longer than its deadline; so nothing was.
        Await.until("all are counted as answered", () -> ledger("answered") == before + 40);
    }

    private List<String> headOfGet(String path) throws IOException {
        try (var socket = raw(SMALL_BUFFER, "GET " + path + " HTTP/1.1")) {
            String head = readHead(socket.getInputStream());
            vanish(socket);
            return headers(head);
        }
    }

    private static List<String> headers(String head) {
        return head.lines().filter(line -> !line.startsWith("Date: ")).sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8192, 8193, 10_000_000})
    void an_upload_arrives_whole(int bytes) throws Exception {
        byte[] content = content(bytes);
        var known = HttpRequest.BodyPublishers.ofByteArray(content);
        var chunked = HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(content));
        for (var body : new HttpRequest.BodyPublisher[] {known, chunked}) {
            var response = client.send(
                    request("/upload?timeoutMs=60000")
                            .header("Content-Type", "application/x-www-form-urlencoded") // as curl says unasked
                            .POST(body)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertEquals(200, response.statusCode());
            assertEquals("{\"bytes\":" + bytes + ",\"sha256\":\"" + sha256(content) + "\"}", response.body());
        }
    }

    @Test
    void senders_of_a_byte_at_a_time_hold_no_thread() throws Exception {
        int senders = 120; // more than the pool has threads
        int bytes = 50;
        byte[] content = content(bytes);
        var sockets = new Socket[senders];
        for (int i = 0; i < senders; i++) {
            sockets[i] = raw(0, "POST /upload HTTP/1.1", "Content-Length: " + bytes);
            sockets[i].setTcpNoDelay(true);
        }
        Await.until("all are inside", () -> ledger("inFlight") == senders);
        for (byte b : content) {
            for (Socket socket : sockets) socket.getOutputStream().write(b);
            if (b == content[bytes / 2]) assertEquals("ok", get("/async?ms=1").body());
        }
        for (Socket socket : sockets) {
            assertTrue(readHead(socket.getInputStream()).startsWith("HTTP/1.1 200"));
            String expected = "{\"bytes\":" + bytes + ",\"sha256\":\"" + sha256(content) + "\"}";
            assertEquals(
                    expected,
                    new String(socket.getInputStream().readNBytes(expected.length()), StandardCharsets.US_ASCII));
            socket.close();
        }
    }

    @Test
    void too_large_a_body_gets_413() throws Exception {
        try (var announced = raw(0, "POST /upload HTTP/1.1", "Content-Length: 20000001")) {
            assertTrue(readHead(announced.getInputStream()).startsWith("HTTP/1.1 413"));
        }
        try (var unannounced = raw(0, "POST /upload HTTP/1.1", "Transfer-Encoding: chunked")) {
            byte[] chunk = new byte[1_000_000];
            var out = unannounced.getOutputStream();
            for (int sent = 0; sent <= 20; sent++) {
                int size = sent < 20 ? chunk.length : 1;
                out.write((Integer.toHexString(size) + "\r\n").getBytes());
                out.write(chunk, 0, size);
                out.write("\r\n".getBytes());
            }
            assertTrue(readHead(unannounced.getInputStream()).startsWith("HTTP/1.1 413"));
        }
    }

    @Test
    void a_sender_that_vanishes_is_client_gone() throws Exception {
        long before = ledger("clientGone");
        for (int i = 0; i < 20; i++) {
            var socket = raw(0, "POST /upload HTTP/1.1", "Content-Length: 1000");
            socket.getOutputStream().write(content(10 * i));
            long inside = i + 1;
            Await.until("it is inside", () -> ledger("inFlight") + ledger("clientGone") == before + inside);
            vanish(socket);
        }
        Await.until("all have ended", () -> ledger("clientGone") == before + 20);
    }

    @Test
    void a_sender_that_does_not_send_gets_503_at_the_deadline() throws Exception {
        try (var socket = raw(0, "POST /upload?timeoutMs=50 HTTP/1.1", "Content-Length: 1000")) {
            assertTrue(readHead(socket.getInputStream()).startsWith("HTTP/1.1 503"));
        }
    }

    @Test
    void bad_input_gets_400_and_other_methods_405() throws Exception {
        assertEquals(400, get("/download?bytes=100000001").statusCode());
        assertEquals(400, get("/download?bytes=1&bytes=2").statusCode());
        assertEquals(400, get("/download?bytes=%C3").statusCode());
        assertEquals(405, get("/upload").statusCode());
        assertFalse(get("/upload").headers().firstValue("Allow").isEmpty());
    }

    private Socket events(String path, String... headers) throws IOException {
        var head = new String[headers.length + 1];
        head[0] = "GET " + path + " HTTP/1.0"; // no chunks, so that lines can be read as they are
        System.arraycopy(headers, 0, head, 1, headers.length);
        return raw(SMALL_BUFFER, head);
    }

    private static BufferedReader lines(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Reads until the line, which must come. @return all lines before it */
    private static List<String> readUntil(BufferedReader in, String wanted) throws IOException {
        var before = new ArrayList<String>();
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(Await.GIVE_UP_SECONDS); // heartbeats come for ever
        for (String line = in.readLine(); line != null && System.nanoTime() < giveUp; line = in.readLine()) {
            if (withoutEpoch(line).equals(wanted)) return before;
            before.add(withoutEpoch(line));
        }
        throw new IOException("never came: " + wanted + ", but " + before);
    }

    private long publish(String text) throws Exception {
        return JSON.readTree(get("/publish?text=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
                        .body())
                .get("id")
                .asLong();
    }

    /** A line as it is, but for the epoch before the number of an event. */
    private static String withoutEpoch(String line) {
        return line == null ? null : line.replaceFirst("^id: [0-9a-z]+-", "id: ");
    }

    @Test
    void readers_get_events_as_they_are_published_with_their_numbers() throws Exception {
        var readers = new ArrayList<Socket>();
        var streams = new ArrayList<BufferedReader>();
        for (int i = 0; i < 120; i++) { // more than the pool has threads
            Socket reader = events("/events");
            readers.add(reader);
            streams.add(lines(reader));
            List<String> head = readUntil(streams.get(i), "");
            assertTrue(head.contains("Content-Type: text/event-stream;charset=utf-8"), head::toString);
            readUntil(streams.get(i), "retry: 1000"); // it listens from here on
        }
        long first = publish("one\ntwo \u00e4");
        long second = publish("three");
        for (var stream : streams) {
            readUntil(stream, "id: " + first);
            assertEquals("data: one", stream.readLine());
            assertEquals("data: two \u00e4", stream.readLine());
            assertEquals("", stream.readLine());
            assertEquals("id: " + second, withoutEpoch(stream.readLine()));
            assertEquals("data: three", stream.readLine());
        }
        for (Socket reader : readers) vanish(reader);
        publish("nobody reads this");
        publish("and some only notice now");
        Await.until("all have ended", () -> {
            try {
                publish("still there?");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return ledger("inFlight") == 0;
        });
    }

    @Test
    void what_was_missed_is_replayed_from_the_last_event_id() throws Exception {
        long seen = publish("seen");
        long missed = publish("missed");
        publish("missed too");
        try (var reader = events("/events?heartbeatMs=20", "Last-Event-ID: " + seen)) {
            var in = lines(reader);
            assertFalse(readUntil(in, "id: " + missed).contains("id: " + seen));
            readUntil(in, "data: missed too");
            long live = publish("live");
            readUntil(in, "id: " + live);
            readUntil(in, ":"); // a heartbeat
            vanish(reader);
        }
    }

    @Test
    void an_id_from_before_a_restart_skips_nothing() throws Exception {
        String id;
        String last;
        try (Server server = start(named("-restarted"))) {
            get(server, "/publish?text=before");
            id = idOf(server, "before", null);
            last = JSON.readTree(get(server, "/long-poll?after=0").body())
                    .get("last")
                    .asText();
            assertEquals(id, last);
        }
        try (Server server = start(named("-restarted"))) {
            for (String text : List.of("one", "two", "three")) get(server, "/publish?text=" + text);
            assertNotEquals(id, idOf(server, "one", id));
            var answer = JSON.readTree(get(server, "/long-poll?after=" + last).body());
            assertEquals("one", answer.get("events").get(0).get("text").asText());
            assertEquals(3, answer.get("events").size());
            String next = answer.get("last").asText();
            assertEquals(
                    204, get(server, "/long-poll?timeoutMs=1&after=" + next).statusCode());
        }
    }

    /** The id of the event with that text, for a reader who says where it was. */
    private String idOf(Server server, String text, String lastEventId) throws Exception {
        var request = request(server, "/events?after=0&timeoutMs=50");
        if (lastEventId != null) request.header("Last-Event-ID", lastEventId);
        String all = client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
        var event = Pattern.compile("id: (\\S+)\ndata: " + text + "\n").matcher(all);
        assertTrue(event.find(), all);
        return event.group(1);
    }

    @Test
    void a_reader_that_vanishes_is_noticed_by_a_heartbeat_and_is_client_gone() throws Exception {
        long before = ledger("clientGone");
        for (int i = 0; i < 20; i++) {
            var reader = events("/events?heartbeatMs=20");
            readUntil(lines(reader), "retry: 1000");
            vanish(reader);
        }
        Await.until("all have ended", () -> ledger("clientGone") == before + 20);
        assertEquals(
                0, JSON.readTree(get("/publish?text=x").body()).get("listeners").asInt());
        Await.until("no timer is left", () -> {
            try {
                return json("/stats").get("scheduledTasks").asInt() == 0;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void a_reader_that_does_not_read_holds_nobody_up_and_is_ended_when_it_is_too_far_behind() throws Exception {
        long before = ledger("clientGone");
        try (var slow = events("/events");
                var quick = events("/events")) {
            readUntil(lines(slow), "retry: 1000");
            var in = lines(quick);
            readUntil(in, "retry: 1000");
            String text = "x".repeat(1000);
            while (ledger("clientGone") == before) {
                long id = 0;
                for (int i = 0; i < 200; i++) id = publish(text);
                readUntil(in, "id: " + id); // the quick one has them all, whatever the slow one does
            }
            assertEquals(before + 1, ledger("clientGone"));
            vanish(quick);
            vanish(slow);
        }
        publish("x");
        Await.until("both have ended", () -> {
            try {
                publish("x");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return ledger("inFlight") == 0;
        });
    }

    @Test
    void a_stream_ends_as_answered_when_its_time_is_over_and_head_at_once() throws Exception {
        long before = ledger("answered");
        try (var reader = events("/events?timeoutMs=50")) {
            var in = lines(reader);
            readUntil(in, "retry: 1000");
            for (String line = in.readLine(); line != null; line = in.readLine()) assertEquals("", line);
        }
        Await.until("it is counted", () -> ledger("answered") == before + 1);
        var response = get("/events?timeoutMs=50"); // HTTP/1.1: the last chunk says that this was all
        assertEquals(": welcome\nretry: 1000\n\n", response.body());
        try (var head = raw(0, "HEAD /events HTTP/1.1", "Connection: close")) {
            String all = new String(head.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertTrue(all.contains("text/event-stream") && all.endsWith("\r\n\r\n"), all);
        }
    }

    @Test
    void a_last_event_id_that_is_no_number_gets_400() throws Exception {
        var request = request("/events").header("Last-Event-ID", "x").build();
        var response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertEquals(400, response.statusCode());
        assertEquals(
                "Last-Event-ID", JSON.readTree(response.body()).get("parameter").asText());
    }
}
