package asynclab.discipline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is written down elsewhere is what {@link Discipline} and {@link QueueSetting} say. */
class DisciplineTest {

    private static final String WEB_XML = "src/main/webapp/WEB-INF/web.xml";

    private static String read(String file) throws IOException {
        return Files.readString(Path.of(file));
    }

    private static List<String> all(String regex, String text) {
        return Pattern.compile(regex)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void each_discipline_has_a_servlet_a_url_and_a_place_in_bursts() throws IOException {
        String webXml = read(WEB_XML);
        List<String> ids = Discipline.ids();
        assertEquals(ids, all("<param-name>discipline</param-name>\\s*<param-value>(.*?)<", webXml));
        assertEquals(ids, all("<url-pattern>/queued/(.*?)<", webXml));
        assertTrue(webXml.contains("/queued/" + String.join(" /queued/", ids)), "the patterns of the servlet burst");
    }

    @Test
    void each_discipline_has_a_row_in_the_book() throws IOException {
        assertEquals(Discipline.ids(), all("(?m)^\\| `([a-z-]+)` \\|.*first", read("src/site/markdown/overload.md")));
    }

    @ParameterizedTest
    @EnumSource(Discipline.class)
    void the_book_has_the_parameters_of_a_prediction_with_their_defaults(Discipline discipline) throws IOException {
        String row = read("src/site/markdown/model.md")
                .lines()
                .filter(line -> line.startsWith("| `") && line.split("\\|")[1].contains("`" + discipline.id() + "`"))
                .findFirst()
                .orElseThrow();
        for (QueueSetting setting : QueueSetting.values())
            if (setting.parameter() != null)
                assertEquals(discipline.uses(setting), row.contains("`" + setting.parameter() + "=`"), row);
        for (QueueSetting setting :
                List.of(QueueSetting.TARGET_MILLIS, QueueSetting.INTERVAL_MILLIS, QueueSetting.MARGIN_MILLIS))
            if (discipline.uses(setting))
                assertTrue(row.contains("`" + setting.parameter() + "=` (" + setting.absent() + ")"), row);
    }

    @Test
    void web_xml_gives_the_application_the_defaults_of_the_table_but_for_the_servers() throws IOException {
        String webXml = read(WEB_XML);
        for (QueueSetting setting : List.of(QueueSetting.LIMIT, QueueSetting.CLIENT_TIMEOUT_MILLIS))
            assertEquals(
                    List.of(String.valueOf(setting.absent())),
                    all("<param-name>queue-" + setting.id() + "</param-name>\\s*<param-value>(\\d+)<", webXml));
    }
}
