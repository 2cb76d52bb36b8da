package asynclab.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of the benchmark is one that a run could have left. */
class MillionLinesTest {

    @TempDir
    Path folder;

    @Test
    void every_line_is_read_and_the_file_is_deleted() throws Exception {
        assertTrue(MillionLines.readSeconds(folder, 2_000) > 0);
        try (var files = Files.list(folder)) {
            assertEquals(0, files.count());
        }
    }
}
