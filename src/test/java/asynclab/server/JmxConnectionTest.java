package asynclab.server;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class JmxConnectionTest {

    private static final long NO_PROCESS = Long.MAX_VALUE;

    @Test
    void a_server_that_hangs_is_waited_for_with_a_limit() {
        assertThrows(IOException.class, () -> new JmxConnection(NO_PROCESS, false));
        assertNotNull(System.getProperty(JmxConnection.RESPONSE_TIMEOUT));
    }
}
