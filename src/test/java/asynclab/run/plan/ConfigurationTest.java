package asynclab.run.plan;

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
        write("jmeter/open.jmx", "<plan></plan>");
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
    void comments_and_descriptions_change_no_hash(String file, String text) throws IOException {
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
    void a_text_that_can_change_a_figure_changes_the_hash_of_its_file(String file, String text, String name)
            throws IOException {
        write(file, text);
        assertEquals(List.of(name), changed());
    }

    /** The experiments whose results are marked if the text is replaced in the web.xml of this project. */
    private List<String> markedAfter(String from, String to) throws IOException {
        String file = "src/main/webapp/WEB-INF/web.xml";
        String webXml = Files.readString(Path.of(file));
        assertTrue(webXml.contains(from), from);
        write(file, webXml);
        Configuration before = Configuration.of(project);
        write(file, webXml.replace(from, to));
        Configuration now = Configuration.of(project);
        return Experiment.names().stream()
                .filter(name ->
                        !now.changedSince(name, new HashMap<>(before.of(name))).isEmpty())
                .toList();
    }

    @Test
    void a_servlet_that_no_request_of_an_experiment_reaches_changes_none_of_its_hashes() throws IOException {
        String added = "<servlet><servlet-name>new</servlet-name><servlet-class>New</servlet-class></servlet>"
                + "<servlet-mapping><servlet-name>new</servlet-name><url-pattern>/new</url-pattern></servlet-mapping>";
        assertEquals(List.of(), markedAfter("</web-app>", added + "</web-app>"));
        assertEquals(List.of(), markedAfter("<url-pattern>/events</url-pattern>", ""));
        assertEquals(Experiment.names(), markedAfter("</web-app>", "<filter/></web-app>"));
        assertEquals(
                Experiment.names(), markedAfter("<param-value>40000</param-value>", "<param-value>4</param-value>"));
    }

    @Test
    void a_servlet_of_an_arm_of_the_warm_up_or_of_the_backend_changes_the_experiments_that_reach_it()
            throws IOException {
        assertEquals(List.of("five-threads"), markedAfter("Hello from HelloServlet", "Hello")); // the init-param answer
        String warm = "<url-pattern>/warm</url-pattern>";
        assertEquals(
                Experiment.names().stream()
                        .filter(name -> !List.of("c10k", "gateway", "gateway-pools", "pool-of-ten")
                                .contains(name))
                        .toList(),
                markedAfter(warm, warm + "<url-pattern>/warmer</url-pattern>"));
        String slow = "<url-pattern>/slowendpoint</url-pattern>";
        assertEquals(
                List.of("gateway", "gateway-pools"), markedAfter(slow, slow + "<url-pattern>/slower</url-pattern>"));
    }

    @Test
    void an_experiments_hash_covers_its_load_and_its_arms() throws IOException {
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
    void a_removed_experiment_has_no_hash() {
        assertFalse(Configuration.of(project).of("gone").containsKey("experimentFile"));
        assertEquals(List.of("experimentFile"), Configuration.of(project).changedSince("gone", stored));
    }

    @Test
    void a_malformed_file_gives_one_sentence() throws IOException {
        write("jetty.xml", "<Configure>");
        var e = assertThrows(LabException.class, () -> Configuration.of(project));
        assertTrue(e.getMessage().startsWith("Cannot read " + project.resolve("jetty.xml") + ": "), e.getMessage());
    }
}
