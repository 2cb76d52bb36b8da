package asynclab.wire.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.client.RawConnection;
import asynclab.client.RawConnection.Response;
import asynclab.exchange.Ending;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies too large for one write, in either direction, as a client sees them. */
@Order(Integer.MAX_VALUE) // on another container most fails here
class StreamingContract extends ServerContract {

    private static final int TWENTY_MB = 20_000_000;
    private static final int SMALL_BUFFER = 4 * 1024;
    private static final int PIPELINES = 30;
    private static final int UPLOADS = 8; // on each connection; together they are larger than a container's buffer
    private static final int CHUNK_BYTES = 110;

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

    /** The answer to an upload. */
    private static String answerTo(byte[] content) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
        return "{\"bytes\":" + content.length + ",\"sha256\":\""
                + HexFormat.of().formatHex(hash) + "\"}";
    }

    @ContractRow(23)
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8192, 8193, 1_000_000})
    void a_download_arrives_whole(int bytes) throws Exception {
        var response =
                client.send(request("/download?bytes=" + bytes).build(), HttpResponse.BodyHandlers.ofByteArray());
        assertEquals(200, response.statusCode());
        assertArrayEquals(content(bytes), response.body());
    }

    @ContractRow(23)
    @Test
    void readers_that_do_not_read_hold_no_thread_and_get_equal_bytes_when_they_do() throws Exception {
        int readers = 120; // more than the pool has threads
        var sockets = new Socket[readers];
        for (int i = 0; i < readers; i++)
            sockets[i] = raw(SMALL_BUFFER, "GET /download?bytes=" + TWENTY_MB + " HTTP/1.1");
        Await.until("all are served", () -> ledger().inFlight() == readers);
        assertEquals("ok", get("/async?ms=1").body());
        for (int i = 1; i < readers; i++) vanish(sockets[i]);
        try (var slow = sockets[0]) {
            readHead(slow);
            assertArrayEquals(content(TWENTY_MB), slow.getInputStream().readNBytes(TWENTY_MB));
        }
    }

    @ContractRow({16, 17})
    @Test
    void a_reader_that_vanishes_is_client_gone() throws Exception {
        long before = ledger().ended(Ending.CLIENT_GONE);
        for (int i = 0; i < 20; i++) {
            var socket = raw(SMALL_BUFFER, "GET /download?bytes=100000000 HTTP/1.1");
            readHead(socket);
            vanish(socket);
        }
        counts(Ending.CLIENT_GONE, before + 20);
    }

    @Test
    void a_deadline_in_the_middle_cuts_the_body_short_and_no_other_answer_follows_it() throws Exception {
        for (int millis = 100; !isCutShort(millis); millis *= 2)
            assertTrue(
                    2 * millis < 1_000 * Await.GIVE_UP_SECONDS,
                    "the deadline comes before the first byte, however long it is");
    }

    /** Whether the deadline came when a part of the body was there. A slow machine may have sent nothing by then. */
    private boolean isCutShort(int millis) throws Exception {
        long before = ledger().ended(Ending.TIMED_OUT);
        try (var socket = raw(SMALL_BUFFER, "GET /download?bytes=100000000&timeoutMs=" + millis + " HTTP/1.1")) {
            counts(Ending.TIMED_OUT, before + 1);
            socket.getOutputStream().write("GET /async?ms=1 HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes());
            String head = readHead(socket);
            if (head.startsWith("HTTP/1.1 503")) return false;
            assertTrue(head.startsWith("HTTP/1.1 200"), head);
            InputStream in = socket.getInputStream();
            long read = 0;
            try {
                for (int c = in.read(); c >= 0; c = in.read(), read++) {
                    // A second response in the place of content would not be the content.
                    assertEquals((byte) (read ^ read >> 8 ^ read >> 16), (byte) c, "at " + read);
                }
            } catch (SocketException reset) {
                // as good an end as any; a timeout is not
            }
            assertTrue(read < 100_000_000);
            return true;
        }
    }

    @ContractRow(18)
    @Test
    void head_of_a_download_is_answered_at_once_with_the_headers_of_get_and_nothing_is_generated() throws Exception {
        String target = " /download?bytes=100000000&timeoutMs=1";
        long before = ledger().ended(Ending.ANSWERED);
        for (int i = 0; i < 20; i++) {
            try (var socket = raw(0, "HEAD" + target + "&ms=600000 HTTP/1.1")) {
                String all = readAll(socket);
                assertTrue(all.startsWith("HTTP/1.1 200"), all);
                assertTrue(all.contains("X-Planned-Ms: 600000"), all);
            }
            try (var socket = raw(0, "HEAD" + target + " HTTP/1.1")) {
                String all = readAll(socket);
                assertEquals(headOfGet("/download?bytes=100000000"), headers(all));
            }
        }
        // What is generated takes longer than its deadline; so nothing was.
        counts(Ending.ANSWERED, before + 40);
    }

    private List<String> headOfGet(String path) throws IOException {
        try (var socket = raw(SMALL_BUFFER, "GET " + path + " HTTP/1.1")) {
            String head = readHead(socket);
            vanish(socket);
            return headers(head);
        }
    }

    private static List<String> headers(String head) {
        return head.lines().filter(line -> !line.startsWith("Date: ")).sorted().toList();
    }

    @ContractRow(24)
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8192, 8193, 10_000_000})
    void an_upload_arrives_whole(int bytes) throws Exception {
        byte[] content = content(bytes);
        var known = HttpRequest.BodyPublishers.ofByteArray(content);
        var chunked = HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(content));
        for (var body : new HttpRequest.BodyPublisher[] {known, chunked}) {
            var response = send(request("/upload?timeoutMs=60000")
                    .header("Content-Type", "application/x-www-form-urlencoded") // as curl says unasked
                    .POST(body));
            assertEquals(200, response.statusCode());
            assertEquals(answerTo(content), response.body());
        }
    }

    /** Tomcat 9.0.117 reads pipelined bytes as a new request, if its own thread reads the end of a chunked body. */
    @ContractRow(63)
    @ParameterizedTest
    @ValueSource(ints = {150, 1_000, 1_000_000})
    void pipelined_chunked_uploads_are_answered_in_order(int pieceBytes) throws Exception {
        int answered = 0;
        for (int i = 0; i < PIPELINES; i++)
            try (RawConnection connection = connection()) {
                var requests = new ByteArrayOutputStream();
                for (int upload = 0; upload < UPLOADS; upload++) requests.writeBytes(chunkedUpload(1_000 + upload));
                byte[] all = requests.toByteArray();
                var sent = CompletableFuture.runAsync(() -> sendInPieces(all, pieceBytes, connection));
                for (int upload = 0; upload < UPLOADS; upload++) {
                    Response response = connection.read("POST");
                    if (response == null) break; // closed: allowed, but another's answer is not
                    String own = "{\"bytes\":" + (1_000 + upload) + ",";
                    assertTrue(response.text().startsWith(own), () -> "instead of " + own + ": " + response);
                    answered++;
                    if (response.closes()) break;
                }
                sent.handle((done, closed) -> done).join();
            }
        assertTrue(answered > 0, "no upload was answered");
        assertEquals(List.of(), complaints("A request failed"));
    }

    private static byte[] chunkedUpload(int bytes) {
        var request =
                new StringBuilder("POST /upload HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int left = bytes; left > 0; left -= CHUNK_BYTES) {
            int size = Math.min(left, CHUNK_BYTES);
            request.append(Integer.toHexString(size)).append("\r\n");
            request.append("x".repeat(size)).append("\r\n");
        }
        return request.append("0\r\n\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void sendInPieces(byte[] all, int pieceBytes, RawConnection connection) {
        try {
            for (int from = 0; from < all.length; from += pieceBytes)
                connection.send(Arrays.copyOfRange(all, from, Math.min(all.length, from + pieceBytes)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ContractRow({24, 34})
    @Test
    void senders_of_a_byte_at_a_time_hold_no_thread() throws Exception {
        int senders = 120; // more than the pool has threads
        int bytes = 20;
        byte[] content = content(bytes);
        String expected = answerTo(content);
        var sockets = new Socket[senders];
        for (int i = 0; i < senders; i++) {
            sockets[i] = raw(0, "POST /upload HTTP/1.1", "Content-Length: " + bytes);
            sockets[i].setTcpNoDelay(true);
        }
        Await.until("all are inside", () -> ledger().inFlight() == senders);
        for (byte b : content) {
            for (Socket socket : sockets) socket.getOutputStream().write(b);
            if (b == content[bytes / 2]) assertEquals("ok", get("/async?ms=1").body());
        }
        for (Socket socket : sockets) {
            assertTrue(readHead(socket).startsWith("HTTP/1.1 200"));
            assertEquals(
                    expected,
                    new String(socket.getInputStream().readNBytes(expected.length()), StandardCharsets.US_ASCII));
            socket.close();
        }
    }

    @Test
    void too_large_a_body_gets_413() throws Exception {
        try (var announced = raw(0, "POST /upload HTTP/1.1", "Content-Length: 20000001")) {
            assertTrue(readHead(announced).startsWith("HTTP/1.1 413"));
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
            assertTrue(readHead(unannounced).startsWith("HTTP/1.1 413"));
        }
    }

    @ContractRow(16)
    @Test
    void a_sender_that_vanishes_is_client_gone() throws Exception {
        long before = ledger().ended(Ending.CLIENT_GONE);
        for (int i = 0; i < 20; i++) {
            var socket = raw(0, "POST /upload HTTP/1.1", "Content-Length: 1000");
            socket.getOutputStream().write(content(10 * i));
            long inside = i + 1;
            Await.until(
                    "it is inside", () -> ledger().inFlight() + ledger().ended(Ending.CLIENT_GONE) == before + inside);
            vanish(socket);
        }
        counts(Ending.CLIENT_GONE, before + 20);
    }

    @ContractRow(21)
    @Test
    void a_sender_that_does_not_send_gets_503_at_the_deadline() throws Exception {
        try (var socket = raw(0, "POST /upload?timeoutMs=50 HTTP/1.1", "Content-Length: 1000")) {
            assertTrue(readHead(socket).startsWith("HTTP/1.1 503"));
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
}
