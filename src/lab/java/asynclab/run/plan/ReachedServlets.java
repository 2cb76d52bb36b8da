package asynclab.run.plan;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.w3c.dom.Element;

/**
 * The servlets of web.xml that the requests of an experiment reach: those of its arms, of its warm-up, and of the backend that
 * its gateways call. Other servlets cannot change a figure of the experiment. Immutable.
 */
final class ReachedServlets {

    /** What a gateway calls if its init-param {@code backend-path} is missing, see {@link asynclab.resource.Backend}. */
    private static final String BACKEND_PATH = "/slowendpoint";

    private final Element webApp;
    private final Map<String, String> servletOf = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private boolean all;

    ReachedServlets(Element webApp, Experiment experiment) {
        this.webApp = webApp;
        children(webApp, "servlet-mapping")
                .forEach(mapping -> texts(mapping, "url-pattern").forEach(path -> servletOf.put(path, name(mapping))));
        var paths = new ArrayDeque<>(
                experiment.arms().stream().map(PlannedArm::path).toList());
        if (experiment.warmup() != null) paths.add(experiment.warmup().path());
        while (!paths.isEmpty()) {
            String servlet = servletOf.get(paths.remove());
            if (servlet == null) all = true; // only an exact mapping says which servlet it is
            else if (names.add(servlet) && experiment.backend()) paths.addAll(backends(servlet));
        }
    }

    /** Whether an element of web.xml is a servlet that is not reached, or its mapping. */
    boolean leavesOut(Element element) {
        return !all
                && element.getParentNode() == webApp
                && Set.of("servlet", "servlet-mapping").contains(element.getTagName())
                && !names.contains(name(element));
    }

    private List<String> backends(String servlet) {
        List<String> given = children(webApp, "servlet")
                .filter(element -> name(element).equals(servlet))
                .flatMap(element -> children(element, "init-param"))
                .filter(parameter -> texts(parameter, "param-name").contains("backend-path"))
                .flatMap(parameter -> texts(parameter, "param-value").stream())
                .toList();
        return given.isEmpty() ? List.of(BACKEND_PATH) : given;
    }

    private static String name(Element element) {
        return String.join("", texts(element, "servlet-name"));
    }

    private static List<String> texts(Element parent, String tag) {
        return children(parent, tag)
                .map(element -> element.getTextContent().strip())
                .toList();
    }

    private static Stream<Element> children(Element parent, String tag) {
        var found = parent.getElementsByTagName(tag);
        return IntStream.range(0, found.getLength()).mapToObj(found::item).map(Element.class::cast);
    }
}
