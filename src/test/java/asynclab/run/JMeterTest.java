package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JMeterTest {

    @Test
    void the_last_error_of_a_log_is_found_in_any_charset(@TempDir Path folder) throws IOException {
        Path log = folder.resolve("jmeter.log");
        Files.write(log, "INFO a\nERROR f\u00fcr b\nINFO c\n".getBytes(StandardCharsets.ISO_8859_1));
        assertEquals("ERROR f\ufffdr b", JMeter.lastError(log));
        assertEquals("none", JMeter.lastError(folder.resolve("missing.log")));
    }
}
