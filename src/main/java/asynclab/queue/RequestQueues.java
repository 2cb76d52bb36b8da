package asynclab.queue;

import asynclab.discipline.QueueSettings;
import asynclab.discipline.RequestQueue;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.servlet.ServletContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The queues of one deployment, by the name of their servlet or filter. Pages and metrics read their figures here. Thread-safe. */
public final class RequestQueues {

    private static final Logger LOG = LoggerFactory.getLogger(RequestQueues.class);

    private final Map<String, RequestQueue> rooms = new ConcurrentHashMap<>();

    /** The queues of an application, made at the first call. */
    public static RequestQueues of(ServletContext context) {
        String name = RequestQueues.class.getName();
        synchronized (RequestQueues.class) {
            // Jetty keeps the attribute of an application that was stopped, whose class is another one.
            if (context.getAttribute(name) instanceof RequestQueues rooms) return rooms;
            var rooms = new RequestQueues();
            context.setAttribute(name, rooms);
            return rooms;
        }
    }

    /** Makes a queue. */
    public RequestQueue open(String name, QueueSettings settings) {
        var room = new RequestQueue(
                settings, System::nanoTime, thrown -> LOG.error("A queued request failed when its turn came", thrown));
        rooms.put(name, room);
        return room;
    }

    /** The figures of each queue, by its name, as {@link RequestQueue#figures} has them. */
    public Map<String, Map<String, Long>> figures() {
        var figures = new TreeMap<String, Map<String, Long>>();
        rooms.forEach((name, room) -> figures.put(name, room.figures()));
        return figures;
    }
}
