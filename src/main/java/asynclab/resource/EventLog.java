package asynclab.resource;

import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.servlet.ServletContext;

/**
 * The latest events of one deployment, numbered from 1, and the listeners that wait for the next one. It is the only buffer: a reader
 * keeps only a position in it, so a thousand slow readers cost no more memory than one.
 *
 * <p>After a restart the numbers begin at 1 again. So a client gets EPOCH-NUMBER as the ID, where the epoch names this log. For a reader
 * with an ID of another epoch every event is new. A number without an epoch counts as one of this epoch.
 *
 * <p>Thread-safe. A listener runs outside the lock, on the publisher's thread, and must not block. It learns that there are new events
 * and reads them itself. So it may be called late, twice, or by two threads at once.
 */
public final class EventLog {

    private static final Pattern ID = Pattern.compile("(?:([0-9a-z]{1,16})-)?([0-9]{1,18})");
    private static final long EPOCHS = 1L << 40; // the chance that two logs have the same epoch is 1 in 10^12

    private final String epoch = Long.toString(ThreadLocalRandom.current().nextLong(EPOCHS), Character.MAX_RADIX);
    private final int capacity;
    private final Deque<Event> events = new ArrayDeque<>();
    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
    private long lastId;
    private boolean ended;

    /** @param capacity how many events are kept; older ones are dropped */
    public EventLog(int capacity) {
        this.capacity = capacity;
    }

    public record Event(long id, String text) {}

    /** The log of the application a servlet belongs to. */
    public static EventLog of(ServletContext context) {
        return (EventLog) context.getAttribute(EventLog.class.getName());
    }

    /** Adds an event and tells the listeners. */
    public Event publish(String text) {
        Event event;
        synchronized (this) {
            event = new Event(++lastId, text);
            events.add(event);
            if (events.size() > capacity) events.remove();
        }
        listeners.forEach(Runnable::run);
        return event;
    }

    /** The first events after the one numbered {@code id}, oldest first. */
    public synchronized List<Event> after(long id, int atMost) {
        var newer = new ArrayList<Event>();
        if (id >= lastId) return newer; // the usual case
        // The numbers have no gaps, so the position of the first event is known.
        long skip = Math.max(0, id + 1 - oldestId());
        for (Event event : events) {
            if (skip-- > 0) continue;
            newer.add(event);
            if (newer.size() == atMost) break;
        }
        return newer;
    }

    public synchronized long lastId() {
        return lastId;
    }

    /** The number of the oldest event that is kept, or of the next event if none is kept. */
    public synchronized long oldestId() {
        return lastId - events.size() + 1;
    }

    /** The ID for clients of the event with this number. No other log has the same ID. 0 is before the first event. */
    public String idOf(long number) {
        return epoch + "-" + number;
    }

    /**
     * The number of the event that a reader has seen last. It is 0 if the ID is of another epoch or of an event to come.
     *
     * @param name the parameter with the ID or a number
     * @param absent the result if the parameter is absent
     */
    public long position(Parameters query, String name, long absent) {
        String text = query.text(name);
        if (text == null) return absent;
        Matcher id = ID.matcher(text);
        if (!id.matches())
            throw new BadParameter(name, text, "an event ID such as " + epoch + "-1, or the number of an event");
        boolean ours = id.group(1) == null || id.group(1).equals(epoch);
        long number = ours ? Long.parseLong(id.group(2)) : 0;
        return number > lastId() ? 0 : number;
    }

    /** The number after which the last few events come, as {@link #after} takes it. */
    public synchronized long beforeLast(int events) {
        return Math.max(0, lastId - events);
    }

    /** Ends the log: no event follows. A reader that has read every event is done. */
    public void end() {
        synchronized (this) {
            ended = true;
        }
        listeners.forEach(Runnable::run);
    }

    public synchronized boolean isEnded() {
        return ended;
    }

    /** The number of listeners. */
    public int listenerCount() {
        return listeners.size();
    }

    public void subscribe(Runnable listener) {
        listeners.add(listener);
    }

    public void unsubscribe(Runnable listener) {
        listeners.remove(listener);
    }
}
