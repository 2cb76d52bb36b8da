package asynclab.report;

import asynclab.run.plan.Configuration;
import asynclab.run.result.Summary;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The mark of a result that was measured on an earlier configuration. */
public final class Earlier {

    static final String MARK = "†";

    /** Explains {@link #MARK} below a table or above it. */
    static final String LEGEND = MARK
            + ": measured on an earlier configuration. jetty.xml, web.xml, the load plan or the experiment's file"
            + " has changed since, or its hash is not stored.";

    private static final Map<String, String> FILES = Map.of(
            "plan",
            "the load plan",
            "jettyXml",
            "jetty.xml",
            "webXml",
            "web.xml",
            "experimentFile",
            "the experiment's file");

    private Earlier() {}

    /** The mark of a result. Empty if the result was measured on the current configuration. */
    static String mark(Summary s, Configuration now) {
        return s.changedFiles(now).isEmpty() ? "" : " " + MARK;
    }

    /** The changes of the configuration since a result was measured; empty if there are none. */
    static String sentence(Summary s, Configuration now) {
        List<String> changed = s.changedFiles(now);
        if (changed.isEmpty()) return "";
        return MARK
                + " Every measured figure is of an earlier configuration. Changed since, or stored without a hash: "
                + files(changed) + ".";
    }

    /** The names of files of the configuration. */
    public static String files(List<String> changed) {
        return changed.stream().map(FILES::get).collect(Collectors.joining(", "));
    }
}
