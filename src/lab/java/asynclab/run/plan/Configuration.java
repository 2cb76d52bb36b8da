package asynclab.run.plan;

import asynclab.options.LabException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.Text;
import org.xml.sax.SAXException;

/**
 * The files of a checkout that can change a figure, each as a hash of its meaning. Comments, white space around a text, the order
 * of attributes and of JSON fields, descriptions and published figures do not change the hash. An experiment's hash of web.xml
 * covers only the parts that the experiment uses. A servlet that its requests do not reach does not change this hash. Immutable.
 */
public final class Configuration {

    private static final String PLAN = "plan";
    private static final String EXPERIMENT_FILE = "experimentFile";
    private static final String WEB_XML = "webXml";

    /** Fields of an experiment's file that change neither the load nor the server. */
    private static final List<String> NOT_MEASURED =
            List.of("title", "published", "note", "explanation", "optional", "repeats");

    private static final Predicate<Element> WHOLE = element -> false;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private final Map<String, String> hashes;
    private final Element webApp;
    private final Path openPlan;

    private Configuration(Map<String, String> hashes, Element webApp, Path openPlan) {
        this.hashes = hashes;
        this.webApp = webApp;
        this.openPlan = openPlan;
    }

    /**
     * Reads the files of a checkout.
     *
     * @throws LabException if one is missing or malformed
     */
    public static Configuration of(Path project) {
        var hashes = new LinkedHashMap<String, String>();
        hashes.put(PLAN, xml(project.resolve("jmeter/plan.jmx")));
        hashes.put("jettyXml", xml(project.resolve("jetty.xml")));
        Element webApp = parsed(project.resolve("src/main/webapp/WEB-INF/web.xml"));
        hashes.put(WEB_XML, hash(meaning(webApp, WHOLE)));
        return new Configuration(hashes, webApp, project.resolve("jmeter/open.jmx"));
    }

    /** The hashes of whole files that every measurement uses, by their names in a stored result's {@code environment}. */
    public Map<String, String> shared() {
        return Collections.unmodifiableMap(hashes);
    }

    /**
     * The hashes for one experiment. web.xml has the hash of the parts that the experiment uses. The experiment's file has a
     * hash, too. An open load has the hash of another JMeter plan. If there is no such experiment, the hash of its file is absent
     * and the hash of web.xml covers the whole file.
     */
    public Map<String, String> of(String experiment) {
        var all = new LinkedHashMap<>(hashes);
        try (InputStream file = Configuration.class.getResourceAsStream("/experiments/" + experiment + ".json")) {
            if (file == null) return all;
            JsonNode experimentFile = JSON.readTree(file);
            if (experimentFile.at("/workload").has("arrivals")) all.put(PLAN, xml(openPlan));
            all.put(EXPERIMENT_FILE, json(experimentFile));
            var reached = new ReachedServlets(webApp, Experiment.named(experiment));
            all.put(WEB_XML, hash(meaning(webApp, reached::leavesOut)));
            return all;
        } catch (IOException e) {
            throw new LabException("Cannot read the file of the experiment " + experiment + ": " + e.getMessage(), e);
        }
    }

    /**
     * The files that have changed since a result was stored. A file without a stored hash counts as changed.
     *
     * @param environment of the stored result
     * @return a selection of {@code plan}, {@code jettyXml}, {@code webXml} and {@code experimentFile}
     */
    public List<String> changedSince(String experiment, Map<String, Object> environment) {
        Map<String, String> now = of(experiment);
        var changed = new ArrayList<>(hashes.keySet());
        changed.add(EXPERIMENT_FILE);
        changed.removeIf(name -> now.containsKey(name) && now.get(name).equals(environment.get(name)));
        return List.copyOf(changed);
    }

    /** The hash of an experiment's file. */
    static String json(JsonNode file) throws IOException {
        removeWhatIsNotMeasured(file);
        return hash(JSON.treeToValue(file, Object.class)); // maps, whose fields are sorted when they are written
    }

    private static void removeWhatIsNotMeasured(JsonNode node) {
        if (node instanceof ObjectNode object) object.remove(NOT_MEASURED);
        node.forEach(Configuration::removeWhatIsNotMeasured);
    }

    private static String xml(Path file) {
        return hash(meaning(parsed(file), WHOLE));
    }

    private static Element parsed(Path file) {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setIgnoringComments(true);
            factory.setCoalescing(true);
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            Document document = factory.newDocumentBuilder().parse(file.toFile());
            document.normalize(); // a comment within a text leaves two texts
            return document.getDocumentElement();
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new LabException("Cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static List<Object> meaning(Element element, Predicate<Element> leftOut) {
        var attributes = new TreeMap<String, String>();
        NamedNodeMap given = element.getAttributes();
        for (int i = 0; i < given.getLength(); i++)
            attributes.put(given.item(i).getNodeName(), given.item(i).getNodeValue());
        var content = new ArrayList<Object>();
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Text text && !text.getData().isBlank())
                content.add(text.getData().strip());
            else if (node instanceof Element child && !isDescription(child) && !leftOut.test(child))
                content.add(meaning(child, leftOut));
        }
        return List.of(element.getTagName(), attributes, content);
    }

    /** Whether an element is only a description for people. web.xml has special elements for it, JMeter's plan has properties. */
    private static boolean isDescription(Element element) {
        return Set.of("description", "display-name").contains(element.getTagName())
                || element.getAttribute("name").matches(".*\\.(comments|desc)");
    }

    private static String hash(Object meaning) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(JSON.writeValueAsBytes(meaning));
            return "sha256 of the meaning " + HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException | JsonProcessingException e) {
            throw new IllegalStateException(e); // every JDK has SHA-256, and JSON can hold lists and maps of texts
        }
    }
}
