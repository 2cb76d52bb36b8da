package asynclab.lab;

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

    /** Puts it into the container's row of the stored table. */
    public void storeIn(Path folder, String container) throws IOException {
        PortabilityResult.in(folder)
                .with(container, new PortabilityResult.Contracts(passed, notAsked, failed))
                .writeTo(folder);
    }
}
