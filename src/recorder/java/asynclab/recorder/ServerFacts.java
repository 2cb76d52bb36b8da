package asynclab.recorder;

import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.sql.DataSource;

/** The facts about the server that a reader of the log needs. An unknown fact is left out. Thread-safe. */
final class ServerFacts {

    private final String container;
    private final Set<DataSource> pools = Collections.newSetFromMap(new WeakHashMap<>()); // guarded by itself
    private volatile WeakReference<DataSource> latest = new WeakReference<>(null);
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
        if (latest.refersTo(pool)) return;
        synchronized (pools) {
            pools.add(pool);
        }
        latest = new WeakReference<>(pool);
    }

    /** The most connections of the one pool; of several, whose smallest may bind first, a word that is no number; null if unknown. */
    private String connections() {
        synchronized (pools) {
            if (pools.size() > 1) return "several";
            return pools.stream()
                    .findFirst()
                    .map(RecordedDataSource::size)
                    .filter(size -> size > 0)
                    .map(String::valueOf)
                    .orElse(null);
        }
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
        String connections = connections();
        if (connections != null) facts.append(" connections=").append(connections);
        return facts.toString();
    }
}
