package asynclab.portability;

import asynclab.cli.Lab;
import asynclab.cli.Reference;
import asynclab.options.Options;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the results of the wire contract tests on one container. One thread adds them. */
public final class ContractCount {

    private final List<String> failed = new ArrayList<>();
    private final Map<String, Integer> notAsked = new TreeMap<>();
    private int passed;

    public void passed() {
        passed++;
    }

    /** @param test its name as a sentence */
    public void failed(String test) {
        failed.add(test);
    }

    /** @param why the end of a sentence */
    public void notAsked(String why) {
        notAsked.merge(why, 1, Integer::sum);
    }

    /** Stores the count in the container's row of this machine's table, and on request in the reference's. */
    public void store(Path results, boolean publish, String container) throws IOException {
        Options options = Lab.options("experiment=containers", "run=false", "results=" + results, "publish=" + publish);
        var reference = new Reference(options);
        reference.checkBeforeTheRun();
        reference.prepare("containers", true);
        Path folder = options.results().resolve("containers");
        storeIn(folder, container);
        reference.close(folder);
    }

    void storeIn(Path folder, String container) throws IOException {
        PortabilityResult result =
                PortabilityResult.in(folder).with(container, new PortabilityResult.Contracts(passed, notAsked, failed));
        new PortabilityReport(result).writeTo(folder);
    }
}
