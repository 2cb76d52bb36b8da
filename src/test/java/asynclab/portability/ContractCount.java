package asynclab.portability;

import asynclab.cli.Reference;
import asynclab.options.Options;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How a container did in the tests of the wire contracts, told test by test by one thread. */
public final class ContractCount {

    private final List<String> failed = new ArrayList<>();
    private final Map<String, Integer> notAsked = new TreeMap<>();
    private int passed;

    public void passed() {
        passed++;
    }

    /** @param test as a sentence */
    public void failed(String test) {
        failed.add(test);
    }

    /** @param why as the end of a sentence */
    public void notAsked(String why) {
        notAsked.merge(why, 1, Integer::sum);
    }

    /** Puts it into the container's row of this machine's own table, and of the reference if that is asked for. */
    public void store(Path results, boolean publish, String container) throws IOException {
        Options options = Options.of("run=false", "results=" + results, "publish=" + publish);
        var reference = new Reference(options);
        reference.checkBeforeTheRun();
        reference.prepare("containers", true);
        Path folder = options.results().resolve("containers");
        storeIn(folder, container);
        reference.close(folder);
    }

    void storeIn(Path folder, String container) throws IOException {
        PortabilityResult.in(folder)
                .with(container, new PortabilityResult.Contracts(passed, notAsked, failed))
                .writeTo(folder);
    }
}
