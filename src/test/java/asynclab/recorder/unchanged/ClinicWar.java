package asynclab.recorder.unchanged;

import asynclab.recorder.clinic.ClinicAsync;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;

/** Packs the clinic as a WAR, and unpacks it. All files have the same time, so that Last-Modified does not tell when that happened. */
final class ClinicWar {

    private static final Path PAGES = Path.of("src/test/resources/asynclab/recorder/clinic");
    private static final FileTime TIME = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
    private static final int LARGE_LINES = 20_000;

    private ClinicWar() {}

    /** Writes the WAR without a library. */
    static Path write(Path war) throws IOException, URISyntaxException {
        Files.createDirectories(war.getParent());
        Files.deleteIfExists(war);
        Path classes = Path.of(ClinicAsync.class.getResource("").toURI());
        try (var zip = FileSystems.newFileSystem(war, Map.of("create", "true"))) {
            copy(PAGES, zip.getPath("/"));
            copy(
                    classes,
                    zip.getPath(
                            "/WEB-INF/classes",
                            ClinicAsync.class.getPackageName().split("\\.")));
            Files.writeString(zip.getPath("/static/large.txt"), "large file\n".repeat(LARGE_LINES));
        }
        return war;
    }

    /** Unpacks the WAR, because Jetty would give each file the time of the unpacking. */
    static void unpack(Path war, Path folder) throws IOException {
        try (var zip = FileSystems.newFileSystem(war)) {
            copy(zip.getPath("/"), folder);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(each).toString());
                Files.createDirectories(target.getParent());
                Files.copy(each, target);
                Files.setLastModifiedTime(target, TIME);
            }
        }
    }
}
