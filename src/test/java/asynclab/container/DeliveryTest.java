package asynclab.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.Played;
import javax.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which requests have a body, and so a reply by a listener on every container that has listeners. */
class DeliveryTest {

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1, POST, , -1, 0",
        "HTTP/1.1, POST, chunked, -1, -1",
        "HTTP/1.1, GET, , 7, 7",
        "HTTP/2.0, POST, , -1, -1",
        "HTTP/2.0, POST, , 0, 0",
        "HTTP/2.0, GET, , -1, 0"
    })
    void a_body_needs_no_length_over_http_2(String protocol, String method, String encoding, long length, long body) {
        var request = Played.as(HttpServletRequest.class, (proxy, called, arguments) -> switch (called.getName()) {
            case "getProtocol" -> protocol;
            case "getMethod" -> method;
            case "getHeader" -> encoding;
            default -> length;
        });
        assertEquals(body, Delivery.bodyLength(request));
    }

    /** Over HTTP/2, Tomcat 9 throws so. */
    @ContractRow(55)
    @Test
    void a_length_that_is_no_number_is_an_unknown_one() {
        var request = Played.as(HttpServletRequest.class, (proxy, called, arguments) -> {
            if (called.getName().equals("getContentLengthLong")) throw new NumberFormatException("x");
            return null;
        });
        assertEquals(-1, Delivery.bodyLength(request));
        assertTrue(Delivery.BUFFERED.usesListener(request));
    }
}
