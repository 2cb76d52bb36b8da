package asynclab.discipline;

import static asynclab.discipline.QueueSetting.CLIENT_TIMEOUT_MILLIS;
import static asynclab.discipline.QueueSetting.EXPECTED_MILLIS;
import static asynclab.discipline.QueueSetting.INTERVAL_MILLIS;
import static asynclab.discipline.QueueSetting.LIMIT;
import static asynclab.discipline.QueueSetting.MARGIN_MILLIS;
import static asynclab.discipline.QueueSetting.TARGET_MILLIS;

import asynclab.parameter.BadParameter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The table of the queue disciplines. Each list of them comes from it: the queues, {@code /predict}, the pages, the plans of the lab and
 * the soak. {@code web.xml} and the book are compared with it. Its columns: what it does, what is refused at the arrival, what is
 * dropped when a server becomes free, which request is next, how it is made, and the settings that it uses.
 *
 * <p>{@code adaptive-lifo} is under <em>overload</em> if the line was last empty more than {@code interval-millis} ago. T is
 * {@code target-millis} under overload, else {@code interval-millis}. Overload is decided when a server becomes free, before anything is
 * dropped. Then all requests that have waited longer than T are dropped, oldest first. The line is empty at the start. After that it
 * was last empty when a request joined the empty line.
 *
 * <p>{@code deadline}: the client timeout is the parameter {@code clientTimeoutMs}, else the header {@code X-Timeout-Ms}, else the setting
 * {@code client-timeout-millis}; 0 means unknown, and the request is never dropped. <em>Expected</em> is the planned hold time of this
 * request.
 *
 * <p>{@code adaptive}: {@code Gradient2Limit} of concurrency-limits 0.5.4, with its own smoothing (0.2), long window (600) and tolerance
 * (1.5). Its initial and its minimum limit are the servers, its maximum is the servers plus {@code limit}. Each served request is a sample
 * at its end: {@code onSample(arrival, time from arrival to end, requests in service and in the line at its end, itself included, false)}. A
 * shed request is no sample.
 */
public enum Discipline {
    FIFO("oldest first, no limit", "none", "none", "oldest", queue -> new FifoDiscipline()),
    BOUNDED(
            "oldest first, a limited queue",
            "if limit requests wait",
            "none",
            "oldest",
            queue -> new BoundedDiscipline(queue.whole(LIMIT)),
            LIMIT),
    LIFO("newest first", "none", "none", "newest", queue -> new LifoDiscipline()),
    ADAPTIVE_LIFO(
            "newest first under overload, a bound on the wait",
            "none",
            "waited > T",
            "oldest, or newest under overload",
            queue -> new AdaptiveLifoDiscipline(queue.get(TARGET_MILLIS), queue.get(INTERVAL_MILLIS)),
            TARGET_MILLIS,
            INTERVAL_MILLIS),
    DEADLINE(
            "oldest first, drops what would be too late",
            "none",
            "waited + expected + margin ≥ client timeout",
            "oldest",
            queue -> new DeadlineDiscipline(queue.get(MARGIN_MILLIS)),
            MARGIN_MILLIS,
            EXPECTED_MILLIS,
            CLIENT_TIMEOUT_MILLIS),
    ADAPTIVE(
            "oldest first, a learnt limit",
            "if waiting + in service ≥ learnt limit",
            "none",
            "oldest",
            queue -> new AdaptiveLimitDiscipline(queue.servers(), queue.servers() + queue.whole(LIMIT)),
            LIMIT);

    private final String title;
    private final String refused;
    private final String dropped;
    private final String next;
    private final Function<QueueSettings, QueueDiscipline> made;
    private final Set<QueueSetting> settings;

    Discipline(
            String title,
            String refused,
            String dropped,
            String next,
            Function<QueueSettings, QueueDiscipline> made,
            QueueSetting... settings) {
        this.title = title;
        this.refused = refused;
        this.dropped = dropped;
        this.next = next;
        this.made = made;
        this.settings = Set.of(settings);
    }

    /** @throws BadParameter if no discipline has this name */
    public static Discipline of(String id) {
        return Stream.of(values())
                .filter(it -> it.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new BadParameter("discipline", id, "one of " + String.join(", ", ids())));
    }

    /** The names of all, in the order of this table. */
    public static List<String> ids() {
        return Stream.of(values()).map(Discipline::id).toList();
    }

    /** Its name in {@code web.xml}, in queries and in plans, such as {@code adaptive-lifo}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it does, in a few words. */
    public String title() {
        return title;
    }

    /** Which requests are refused at their arrival. */
    public String refused() {
        return refused;
    }

    /** Which requests are dropped from the line when a server becomes free. */
    public String dropped() {
        return dropped;
    }

    /** Which request a free server takes. */
    public String next() {
        return next;
    }

    /** Whether it uses a setting. Each queue has the servers and Retry-After besides. */
    public boolean uses(QueueSetting setting) {
        return settings.contains(setting);
    }

    QueueDiscipline start(QueueSettings queue) {
        return made.apply(queue);
    }
}
