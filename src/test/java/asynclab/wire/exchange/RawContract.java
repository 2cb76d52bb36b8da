package asynclab.wire.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.client.RawConnection;
import asynclab.client.RawConnection.Response;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.BadRequest;
import asynclab.wire.fixture.Harmless;
import asynclab.wire.fixture.ServerContract;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP byte by byte: what a library hides, and what no library sends. */
class RawContract extends ServerContract {

    @Override
    protected ServerSettings settings() {
        return SHARED;
    }

    /** Jetty refuses it before it has looked at the method. */
    @Test
    void head_of_a_target_that_is_none_ends_the_connection_and_on_jetty_has_a_body() throws Exception {
        try (var connection = connection()) {
            Response head = connection.ask("HEAD /%00 HTTP/1.1").read("HEAD");
            assertEquals(400, head.status());
            assertEquals(onTomcat(), connection.readAll().length == 0);
        }
    }

    /** RFC 9110 8.6: the length of a 304, if there is one, is that of the 200. */
    @ParameterizedTest
    @ValueSource(strings = {"/async", "/blocking"})
    void an_answer_without_a_body_has_no_wrong_length(String path) throws Exception {
        try (var connection = connection()) {
            for (int status : new int[] {204, 304, 205}) {
                Response response = connection.get(path + "?ms=1&status=" + status);
                assertEquals(status, response.status());
                String length = String.valueOf(response.header("Content-Length"));
                String allowed = status == 204 ? "null" : status == 205 ? "0" : "null|2";
                assertTrue(length.matches(allowed), response::toString);
                assertNull(response.header("Transfer-Encoding"));
            }
        }
    }

    @ContractRow(19)
    @Test
    void http_1_0_gets_a_length_and_no_chunks_and_the_connection_ends() throws Exception {
        try (var connection = connection()) {
            Response response =
                    connection.send("GET /async?ms=1 HTTP/1.0\r\n\r\n").read("GET");
            assertEquals("ok", response.text());
            assertEquals("2", response.header("Content-Length"));
            assertTrue(connection.isAtItsEnd());
        }
    }

    @ContractRow(19)
    @Test
    void http_1_0_keeps_the_connection_if_it_asks_to() throws Exception {
        try (var connection = connection()) {
            for (int i = 0; i < 3; i++) {
                Response response = connection
                        .send("GET /async?ms=1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                        .read("GET");
                assertEquals("ok", response.text());
                assertEquals("keep-alive", response.header("Connection"));
            }
        }
    }

    @ContractRow(19)
    @Test
    void http_1_0_gets_a_stream_without_chunks_that_ends_with_the_connection() throws Exception {
        try (var connection = connection()) {
            Response response = connection
                    .send("GET /events?timeoutMs=20 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                    .read("GET");
            assertNull(response.header("Transfer-Encoding"));
            assertEquals(": welcome\nretry: 1000\n\n", response.text()); // read up to the end of the connection
        }
    }

    /** Before HTTP had a version: Tomcat still answers it, with the body alone. */
    @Test
    void a_request_without_a_version_gets_a_refusal_or_what_it_can_read() throws Exception {
        try (var connection = connection()) {
            String all = new String(connection.send("GET /async?ms=1\r\n\r\n").readAll(), StandardCharsets.ISO_8859_1);
            assertTrue(onTomcat() ? all.equals("ok") : all.startsWith("HTTP/1.1 505 "), all);
        }
    }

    /** The body of each has a request of its own in its second half. */
    @ContractRow(21)
    @ParameterizedTest
    @ValueSource(strings = {"GET /async?ms=1", "GET /blocking?ms=1", "DELETE /async?ms=1", "POST /upload?timeoutMs=20"})
    void the_second_half_of_an_unread_body_is_no_request(String request) throws Exception {
        String firstHalf = "x".repeat(100);
        String otherHalf = "GET /async?ms=none HTTP/1.1\r\nHost: localhost\r\n\r\n";
        long before = ledger().started();
        try (var connection = connection()) {
            connection.ask(request + " HTTP/1.1", "Content-Length: " + (firstHalf + otherHalf).length());
            Response response = connection.send(firstHalf).read("GET");
            Harmless.check(request, response);
            Response next = answerAfter(otherHalf, connection);
            if (next != null) assertEquals("ok", next.text());
            assertEquals(before + (next == null ? 1 : 2), ledger().started());
        }
    }

    /** @return null if the server has closed the connection instead */
    private static Response answerAfter(String rest, RawConnection connection) throws IOException {
        try {
            return connection.send(rest).get("/async?ms=1");
        } catch (SocketException closed) {
            return null;
        }
    }

    static List<BadRequest> badRequests() {
        return BadRequest.ALL;
    }

    @ContractRow(35)
    @ParameterizedTest
    @MethodSource("badRequests")
    void a_bad_request_gets_a_clean_answer(BadRequest bad) throws Exception {
        try (var connection = connection()) {
            connection.send(bad.bytes());
            Response response = connection.read("GET");
            int status = response == null ? 0 : response.status();
            assertTrue(bad.allows(status, onTomcat()), () -> bad + ": " + response);
            if (response != null) Harmless.check(bad.bytes(), response);
        }
    }
}
