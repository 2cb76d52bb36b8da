package asynclab.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.corpus.PublishedFigure.FigureKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every source in {@code results/corpus/sources} has what a reader and a prediction need. */
class BenchmarkFilesTest {

    private static final Path FOLDER = Path.of("results/corpus/sources");
    private static final int LONGEST_CONCLUSION = 120;

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList();
        }
    }

    @Test
    void there_are_29_sources_with_164_arms() throws IOException {
        assertEquals(29, files().size());
        int arms = 0;
        for (Path file : files())
            arms += BenchmarkReader.read("file", Files.readString(file))
                    .get(0)
                    .arms()
                    .size();
        assertEquals(164, arms);
    }

    @ParameterizedTest
    @MethodSource("files")
    void a_source_is_complete(Path file) throws IOException {
        List<Benchmark> read = BenchmarkReader.read("file", Files.readString(file));
        assertEquals(1, read.size());
        Benchmark source = read.get(0);
        assertEquals(file.getFileName().toString(), source.id() + ".json");
        assertEquals(List.of(), source.ignored());
        assertNotNull(source.year());
        for (String text : List.of(source.author(), source.address(), source.server(), source.conclusion()))
            assertFalse(text.isBlank());
        assertTrue(source.conclusion().length() <= LONGEST_CONCLUSION, source.conclusion());
        assertEquals(
                source.arms().size(),
                source.arms().stream().map(BenchmarkArm::name).distinct().count());
        for (BenchmarkArm arm : source.arms()) {
            assertTrue(arm.holdSeconds() > 0, arm.name());
            assertEquals(
                    1,
                    arm.published().keySet().stream()
                            .filter(figure -> figure.kind() == FigureKind.THROUGHPUT)
                            .count(),
                    arm.name());
            assertTrue(arm.length().isKnown() || arm.length().text().isEmpty(), arm.length()::text);
            assertTrue(arm.users() != null || arm.length().perSecond() > 0 || arm.threads() != null, arm.name());
        }
    }
}
