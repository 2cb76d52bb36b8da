package asynclab.document;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultJsonTest {

    /** The earlier file has a second name. If the new result were written into it, an interruption would leave half of it. */
    @Test
    void a_result_replaces_the_earlier_file_and_is_not_written_into_it(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("run/summary.json");
        ResultJson.write(file, Map.of("run", 1));
        Path earlier = Files.createLink(folder.resolve("earlier.json"), file);
        ResultJson.write(file, Map.of("run", 2));

        assertEquals(Map.of("run", 1), ResultJson.mapper().readValue(earlier.toFile(), Map.class));
        assertEquals(Map.of("run", 2), ResultJson.mapper().readValue(file.toFile(), Map.class));
    }
}
