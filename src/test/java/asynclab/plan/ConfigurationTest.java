package asynclab.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.options.LabException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {

    private static final String NAME = "80-20";

    @TempDir
    Path project;

    private Map<String, Object> stored;

    @BeforeEach
    void a_stored_result() throws IOException {
        write("jetty.xml", "<Configure><Set name='maxThreads' id='a'>100</Set></Configure>");
        write("jmeter/plan.jmx", "<plan><stringProp name='loops'>10</stringProp></plan>");
        write("src/main/webapp/WEB-INF/web.xml", "<web-app><servlet>async</servlet></web-app>");
        stored = new HashMap<>(Configuration.of(project).of(NAME));
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(project.resolve(file).getParent());
        Files.writeString(project.resolve(file), text);
    }

    private List<String> changed() {
        return Configuration.of(project).changedSince(NAME, stored);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            jetty.xml | <Configure><!-- why --><Set id='a' name='maxThreads'> 1<!-- no -->00 </Set> </Configure>
            jetty.xml | <!DOCTYPE Configure SYSTEM 'http://localhost/none.dtd'><Configure><Set name='maxThreads' id='a'>100</Set></Configure>
            jmeter/plan.jmx | <plan><stringProp name='TestPlan.comments'>new</stringProp><stringProp name='loops'>10</stringProp></plan>
            src/main/webapp/WEB-INF/web.xml | <web-app><description>new</description><servlet><![CDATA[async]]></servlet></web-app>
            """)
    void what_only_people_read_changes_nothing(String file, String text) throws IOException {
        write(file, text);
        assertEquals(List.of(), changed());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            jetty.xml | <Configure><Set name='maxThreads' id='a'>101</Set></Configure> | jettyXml
            jetty.xml | <Configure><Set name='minThreads' id='a'>100</Set></Configure> | jettyXml
            jetty.xml | <Configure><Get><Set name='maxThreads' id='a'>100</Set></Get></Configure> | jettyXml
            jmeter/plan.jmx | <plan><stringProp name='loops'>1 0</stringProp></plan> | plan
            src/main/webapp/WEB-INF/web.xml | <web-app><servlet>async</servlet><filter/></web-app> | webXml
            """)
    void what_can_change_a_figure_changes_the_hash_of_its_file(String file, String text, String name)
            throws IOException {
        write(file, text);
        assertEquals(List.of(name), changed());
    }

    @Test
    void an_experiments_hash_is_of_its_load_and_its_arms() throws IOException {
        String file = "{'name':'x', 'title':'a', 'workload':{'users':1, 'loops':2}, 'arms':[{'path':'/a'}]}";
        assertEquals(
                hash(file),
                hash("{'workload':{'loops':2,'users':1}, 'name':'x', 'repeats':5, 'title':'b',"
                        + " 'arms':[{'path':'/a', 'optional':true, 'published':{'throughput':1}}]}"));
        assertNotEquals(hash(file), hash(file.replace("'loops':2", "'loops':3")));
        assertNotEquals(hash(file), hash(file.replace("/a", "/b")));
    }

    private static String hash(String json) throws IOException {
        return Configuration.json(new ObjectMapper().readTree(json.replace('\'', '"')));
    }

    @Test
    void a_result_without_a_hash_or_with_one_of_a_whole_file_was_measured_on_an_earlier_configuration() {
        stored = Map.of("plan", "sha256 8c8b7f3283d60c94");
        assertEquals(List.of("plan", "jettyXml", "webXml", "experimentFile"), changed());
    }

    @Test
    void an_experiment_that_is_gone_has_no_hash() {
        assertFalse(Configuration.of(project).of("gone").containsKey("experimentFile"));
        assertEquals(List.of("experimentFile"), Configuration.of(project).changedSince("gone", stored));
    }

    @Test
    void a_malformed_file_is_one_sentence() throws IOException {
        write("jetty.xml", "<Configure>");
        var e = assertThrows(LabException.class, () -> Configuration.of(project));
        assertTrue(e.getMessage().startsWith("Cannot read " + project.resolve("jetty.xml") + ": "), e.getMessage());
    }
}
