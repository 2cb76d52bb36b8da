package asynclab.web.burst;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BurstServletTest {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1",
        "0:0:0:0:0:0:0:1, [0:0:0:0:0:0:0:1]", // Tomcat
        "[0:0:0:0:0:0:0:1], [0:0:0:0:0:0:0:1]", // Jetty
        "fe80::1%eth0, [fe80::1]",
        "[fe80::1%eth0], [fe80::1]",
    })
    void a_server_reached_over_ipv6_can_send_requests_to_itself(String address, String host) {
        assertEquals(host, BurstServlet.host(address));
    }
}
