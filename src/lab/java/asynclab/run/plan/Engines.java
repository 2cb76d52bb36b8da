package asynclab.run.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The JMeter engines (stock {@code jmeter-server}s) that share an experiment's users. Without engines, the lab's own JMeter has
 * all users. Engine k of n has the users k, k + n, k + 2n…. Each user starts at the same time as with one engine. A hold time
 * depends on seed, user and loop only, so the engines together send the same requests as one engine. The plan reads an engine's
 * share from a property whose name contains the engine's address. JMeter tells each engine its address
 * ({@code RemoteJMeterEngineImpl.rconfigure}). Immutable.
 *
 * @param addresses {@code host:port}, as JMeter's {@code -R} takes them
 */
public record Engines(List<String> addresses) {

    /** The lab's own JMeter alone. */
    public static final Engines NONE = new Engines(List.of());

    private static final List<String> SHARED = List.of("users", "warmupUsers", "together");

    public boolean areRemote() {
        return !addresses.isEmpty();
    }

    /** The plan's properties, and for each engine its share of the users. */
    public Map<String, Object> share(Map<String, Object> properties) {
        if (!areRemote()) return properties;
        var shared = new LinkedHashMap<>(properties);
        shared.put("userStep", addresses.size());
        for (int engine = 0; engine < addresses.size(); engine++) {
            shared.put("userOffset@" + addresses.get(engine), engine);
            for (String name : SHARED)
                if (properties.get(name) instanceof Integer all)
                    shared.put(name + "@" + addresses.get(engine), part(all, engine));
        }
        return shared;
    }

    private int part(int all, int engine) {
        return (all - engine + addresses.size() - 1) / addresses.size();
    }

    /** The name of a thread without the prefix that names its engine. */
    public String group(String thread) {
        int engine = engineOf(thread);
        return areRemote() ? thread.substring(addresses.get(engine).length() + 1) : thread;
    }

    /** The number of a thread's user among the users of all engines, from 0. */
    public int user(String thread) {
        int number = Integer.parseInt(thread.substring(thread.lastIndexOf('-') + 1)) - 1;
        return areRemote() ? number * addresses.size() + engineOf(thread) : number;
    }

    private int engineOf(String thread) {
        for (int engine = 0; engine < addresses.size(); engine++)
            if (thread.startsWith(addresses.get(engine) + "-")) return engine;
        if (!areRemote()) return 0;
        throw new IllegalArgumentException(
                "The thread \"" + thread + "\" belongs to none of the engines " + addresses + ".");
    }
}
