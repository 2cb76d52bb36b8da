package asynclab.recorder;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/** The facts about the server that a reader of the log needs. An unknown fact is left out. Thread-safe. */
final class ServerFacts {

    private final String container;
    private final Map<DataSource, Integer> connections = new ConcurrentHashMap<>();
    private volatile boolean virtual;
    private volatile ServerPool pool;

    ServerFacts(String container) {
        this.container = container.replaceAll("[\"\\p{Cntrl}]", "");
    }

    void requestsOn(boolean virtualThreads, ServerPool threads) {
        virtual = virtualThreads;
        pool = threads;
    }

    void connectionsOf(DataSource pool) {
        if (!connections.containsKey(pool)) connections.put(pool, RecordedDataSource.size(pool));
    }

    /** As in the line {@code #Server:}. */
    @Override
    public String toString() {
        var facts = new StringBuilder("container=\"").append(container).append('"');
        facts.append(" java=").append(Runtime.version().feature());
        int threads = pool == null ? -1 : pool.threads();
        if (virtual) facts.append(" threads=virtual");
        else if (threads > 0) facts.append(" threads=").append(threads);
        facts.append(" processors=").append(Runtime.getRuntime().availableProcessors());
        int sum = connections.values().stream().mapToInt(Integer::intValue).sum();
        boolean known = sum > 0 && !connections.containsValue(-1);
        return known ? facts.append(" connections=").append(sum).toString() : facts.toString();
    }
}
