package asynclab.portability;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.io.IOException;

/**
 * The result of one wire check.
 *
 * @param name what must be true
 * @param seen what the client received instead; null if the check holds
 */
record WireCheck(String name, String seen) {

    /** Carries the check out. */
    interface Probe {
        /** @return what the client received instead of the right answer; null if the answer is right */
        String run() throws IOException;
    }

    static WireCheck of(String name, Probe probe) {
        try {
            return new WireCheck(name, probe.run());
        } catch (IOException | RuntimeException e) {
            return new WireCheck(name, e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        }
    }

    @JsonIgnore
    boolean holds() {
        return seen == null;
    }
}
