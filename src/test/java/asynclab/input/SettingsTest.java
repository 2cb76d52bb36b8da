package asynclab.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.Played;
import asynclab.parameter.BadParameter;
import java.util.Map;
import javax.servlet.ServletContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The precedence and the error messages that deploying.md promises. */
class SettingsTest {

    private static final Map<String, String> PROPERTIES = Map.of(
            "asynclab.seed", "9",
            "asynclab.timeout-millis", "9",
            "asynclab.backend", "http://other",
            "asynclab.backend-url", "http://wrong",
            "asynclab.writer-threads", "9");

    private final Settings settings = of(Map.of(
            "seed", "1",
            "timeout-millis", "1",
            "backend-url", "http://one",
            "writer-threads", "1",
            "writer-queue", "many",
            "empty", ""));

    private static Settings of(Map<String, String> parameters) {
        ServletContext context =
                Played.as(ServletContext.class, (self, method, args) -> parameters.get((String) args[0]));
        return Settings.of(context);
    }

    @AfterEach
    void clear() {
        PROPERTIES.keySet().forEach(System::clearProperty);
    }

    @Test
    void a_system_property_overrides_the_context_parameter_with_two_exceptions() {
        assertEquals(1, settings.whole("writer-threads", 1, 64));
        PROPERTIES.forEach(System::setProperty);
        assertEquals(9, settings.whole("writer-threads", 1, 64));
        assertEquals(1, settings.whole("seed", 0, 100));
        assertEquals(1, settings.whole("timeout-millis", 1, 100, 100));
        assertEquals("http://other", settings.text("backend-url"));
    }

    @Test
    void an_absent_setting_has_its_default_and_a_wrong_one_is_refused_with_its_range() {
        assertEquals("", settings.text("absent"));
        assertEquals(7, settings.whole("absent", 1, 64, 7));
        refused("writer-queue must be a whole number from 1 to 64, but was \"many\".", "writer-queue");
        refused("absent must be a whole number from 1 to 64, but was missing or empty.", "absent");
        var empty = assertThrows(BadParameter.class, () -> settings.whole("empty", 1, 64, 7));
        assertEquals("empty must be a whole number from 1 to 64, but was missing or empty.", empty.getMessage());
    }

    private void refused(String message, String name) {
        assertEquals(
                message,
                assertThrows(BadParameter.class, () -> settings.whole(name, 1, 64))
                        .getMessage());
    }
}
