package asynclab.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parameters of the filter. */
class RecorderSettingsTest {

    @Test
    void the_defaults() {
        RecorderSettings settings = RecorderSettings.of(new PlayedApplication("").config);
        assertTrue(settings.on());
        assertEquals(20_000_000, settings.logBytes());
        assertEquals(5, settings.logFiles());
        assertEquals("asynclab-recorder.log", settings.log().getFileName().toString());
        assertEquals(List.of(), settings.complaints());
    }

    @Test
    void wrong_values_are_said_and_the_defaults_are_used() {
        var application = new PlayedApplication("")
                .with("on", "yes")
                .with("logBytes", "1")
                .with("logFiles", "many")
                .with("log", "a\0b");
        RecorderSettings settings = RecorderSettings.of(application.config);
        assertTrue(settings.on());
        assertEquals(20_000_000, settings.logBytes());
        assertEquals(5, settings.logFiles());
        assertEquals(4, settings.complaints().size(), settings.complaints()::toString);
        assertTrue(
                settings.complaints().contains("on must be true or false, but was \"yes\"; it is true"),
                settings.complaints()::toString);
    }

    @Test
    void each_application_has_a_file_of_its_own(@TempDir Path folder) {
        assertEquals(folder.resolve("asynclab-recorder-shop-v2.log"), log("/shop/v2", folder.toString()));
        assertEquals(
                folder.resolve("own-shop.log"),
                log("/shop", folder.resolve("own.log").toString()));
        assertEquals(
                folder.resolve("own.log"), log("", folder.resolve("own.log").toString()));
        assertNull(log("/shop", "none"));
    }

    private static Path log(String path, String value) {
        return RecorderSettings.of(new PlayedApplication(path).with("log", value).config)
                .log();
    }
}
