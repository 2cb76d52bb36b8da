package asynclab.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.exchange.Reply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SocketAnswerTest {

    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String MEASURED = OK + "Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello";
    private static final String CHUNKED =
            OK + "content-type:text/plain\r\ntransfer-encoding: Chunked\r\n\r\n3;x=\"y\"\r\nhel\r\n02\r\nlo\r\n0\r\n";

    private static Reply read(String response) throws IOException, BackendFailed {
        return new SocketAnswer(new ByteArrayInputStream(response.getBytes(StandardCharsets.ISO_8859_1))).read();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                MEASURED,
                MEASURED + "what no one asked for",
                CHUNKED,
                CHUNKED + "Trailer: 1\r\n\r\n",
                OK + "Content-Type: text/plain\r\nConnection: close\r\n\r\nhello",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + MEASURED,
                "HTTP/1.0 200\nContent-Type: text/plain\n\nhello"
            })
    void a_body_is_measured_chunked_or_ends_with_the_connection(String response) throws Exception {
        Reply reply = read(response);
        assertEquals("hello", new String(reply.body(), StandardCharsets.US_ASCII));
        assertEquals("text/plain", reply.contentType());
    }

    @ContractRow(45)
    @ParameterizedTest
    @ValueSource(strings = {MEASURED, CHUNKED})
    void a_response_that_is_cut_anywhere_is_no_answer(String response) {
        for (int end = 0; end < response.length(); end++) {
            String cut = response.substring(0, end);
            assertThrows(IOException.class, () -> read(cut), cut);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH\r\n\r\n",
                "HTTP/1.1 OK\r\n\r\n",
                OK + "Content-Length: -1\r\n\r\n",
                OK + "Content-Length: five\r\n\r\n",
                OK + "Transfer-Encoding: gzip, chunked\r\n\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n-1\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\nx\r\n",
                OK + "Transfer-Encoding: chunked\r\n\r\n1\r\nhello\r\n0\r\n\r\n"
            })
    void what_is_no_http_is_no_answer(String response) {
        assertThrows(IOException.class, () -> read(response));
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 302, 404, 500})
    void a_status_other_than_200_is_a_failure_that_names_it(int status) {
        var failed = assertThrows(BackendFailed.class, () -> read("HTTP/1.1 " + status + " Other\r\n\r\n"));
        assertEquals("The backend answered with status " + status, failed.getMessage());
    }

    @ContractRow(45)
    @Test
    void a_body_has_a_bound_however_it_is_sent() throws Exception {
        String most = ".".repeat(BoundedBody.MOST_BYTES);
        assertEquals(most.length(), read(OK + "\r\n" + most).body().length);
        for (String tooLong : new String[] {
            OK + "\r\n" + most + ".",
            OK + "Content-Length: " + Long.MAX_VALUE + "\r\n\r\n",
            OK + "Transfer-Encoding: chunked\r\n\r\n" + Long.toHexString(Long.MAX_VALUE) + "\r\n",
            OK + "Transfer-Encoding: chunked\r\n\r\n100000\r\n" + most + "\r\n1\r\n.\r\n0\r\n\r\n"
        }) {
            var failed = assertThrows(BackendFailed.class, () -> read(tooLong));
            assertEquals("The backend's answer is longer than 1048576 bytes", failed.getMessage());
        }
    }

    @Test
    void headers_have_a_bound() {
        var failed = assertThrows(IOException.class, () -> read(OK + "X: y\r\n".repeat(20_000)));
        assertTrue(failed.getMessage().contains("65536"), failed.getMessage());
    }
}
