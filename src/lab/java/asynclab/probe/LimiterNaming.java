package asynclab.probe;

import static asynclab.document.Texts.text;

import asynclab.document.Texts;
import asynclab.probe.OwnFigures.OwnLimit;
import asynclab.probe.OwnFigures.PoolUse;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names the resource for which requests wait beyond the concurrency limit. From outside, threads, connections, permits and processors
 * give the same throughput. A second URL also needs a request thread, so its wait shows whether these are the limit. The service's own
 * figures say what is full. If the figures contradict each other, or several limits fit, the name stays open.
 */
final class LimiterNaming {

    private static final double FULL = 0.95;
    private static final double NOT_FULL = 0.8;
    private static final double WAITS = 0.4; // of the wait of the load
    private static final double DOES_NOT_WAIT = 0.1;
    private static final double COMPUTES = 0.75; // of the response time without load

    private static final Set<OwnLimit> MOST_SERVERS_HAVE = EnumSet.of(OwnLimit.THREADS, OwnLimit.CONNECTIONS);

    /** What figures say about a limit. */
    private enum Says {
        YES,
        NO
    }

    /**
     * What is known beyond the limit.
     *
     * @param limit the fitted concurrency limit
     * @param unloadedMs the mean response time without load
     * @param step with more users than the limit
     * @param otherAloneMs the second URL's mean response time without load; null without one
     */
    record BeyondTheLimit(
            int limit, double unloadedMs, ProbeStep step, Double otherAloneMs, Double otherMs, OwnFigures own) {}

    private final BeyondTheLimit seen;
    private final Map<OwnLimit, Says> own = new EnumMap<>(OwnLimit.class);
    private final List<String> evidence = new ArrayList<>();
    private OwnLimit limiter;
    private String words;

    LimiterNaming(BeyondTheLimit seen) {
        this.seen = seen;
        for (OwnLimit kind : OwnLimit.values()) if (kind != OwnLimit.PROCESSORS) readPool(kind);
        readProcessors();
        decide(readOther());
    }

    /** The limit; null if it stays open. */
    OwnLimit limiter() {
        return limiter;
    }

    /** The size of the limiting pool, as the service says it; NaN if it does not. */
    double size() {
        PoolUse pool = limiter == null ? null : seen.own.fullest(limiter);
        return pool == null ? Double.NaN : pool.size();
    }

    /** The end of the verdict. */
    String words() {
        return words;
    }

    List<String> evidence() {
        return evidence;
    }

    private void readPool(OwnLimit kind) {
        PoolUse pool = seen.own.fullest(kind);
        if (pool == null) return;
        boolean busy = pool.busy() >= FULL * pool.size() || pool.size() - pool.busy() < 0.5;
        boolean full = busy && !pool.isWithoutQueue();
        if (full) own.put(kind, Says.YES);
        else if (pool.busy() < NOT_FULL * pool.size() && !pool.hasQueue()) own.put(kind, Says.NO);
        if (!full && !MOST_SERVERS_HAVE.contains(kind)) return;
        evidence.add(text(
                "%s of %.0f %s are in use%s (%s).",
                Texts.number(pool.busy()),
                pool.size(),
                kind.words,
                pool.waiting() == null ? "" : text(", and %s requests wait for one", Texts.number(pool.waiting())),
                pool.name()));
    }

    private void readProcessors() {
        Double used = seen.own.processorsUsed();
        if (used == null) return;
        Double count = seen.own.processors();
        double millis = used * 1_000 / seen.step.perSecond();
        evidence.add(text(
                "The process uses %s%s processors: %s ms for each request.",
                Texts.number(used), count == null ? "" : text(" of %.0f", count), Texts.number(millis)));
        boolean computes = used >= FULL * seen.limit * NOT_FULL && millis >= COMPUTES * seen.unloadedMs;
        if (count == null ? computes : used >= FULL * count) own.put(OwnLimit.PROCESSORS, Says.YES);
        else if (used < NOT_FULL * (count == null ? 1 : count)) own.put(OwnLimit.PROCESSORS, Says.NO);
    }

    /** Whether the second URL waits as the load does; null if that is not known, or not clear. */
    private Says readOther() {
        if (seen.otherMs == null || seen.otherAloneMs == null) return null;
        double waited = seen.step.meanMs() - seen.unloadedMs;
        double grown = seen.otherMs - seen.otherAloneMs;
        evidence.add(text(
                "The second URL takes %s ms instead of %s ms, and the requests of the load wait %s ms.",
                Texts.number(seen.otherMs), Texts.number(seen.otherAloneMs), Texts.number(waited)));
        return grown >= WAITS * waited ? Says.YES : grown <= DOES_NOT_WAIT * waited ? Says.NO : null;
    }

    private void decide(Says other) {
        Set<OwnLimit> full = EnumSet.noneOf(OwnLimit.class);
        own.forEach((kind, says) -> {
            if (says == Says.YES) full.add(kind);
        });
        PoolUse connections = seen.own.fullest(OwnLimit.CONNECTIONS);
        boolean waitForConnections = full.contains(OwnLimit.CONNECTIONS) && connections.hasQueue();
        if (waitForConnections) full.remove(OwnLimit.THREADS); // requests keep their threads while they wait
        if (full.size() > 1) leaveOpen("Several limits are reached: " + names(full) + ".");
        else if (full.size() == 1) decide(full.iterator().next(), other);
        else if (other == Says.YES && own.get(OwnLimit.THREADS) != Says.NO)
            name(
                    OwnLimit.THREADS,
                    "request threads, because a second URL waits, too. A limit before all URLs would look the same");
        else if (other == Says.YES)
            leaveOpen(
                    "A second URL waits, but the request threads are not all in use. Something before all URLs limits them.");
        else leaveOpen(remaining(other));
    }

    private void decide(OwnLimit kind, Says other) {
        boolean contradicted = kind == OwnLimit.THREADS && other == Says.NO
                || kind == OwnLimit.CONNECTIONS && other == Says.YES && own.get(OwnLimit.THREADS) == Says.NO;
        if (contradicted)
            leaveOpen(text(
                    "All %s are in use, but a second URL %s.",
                    kind.words, other == Says.NO ? "does not wait" : "that needs none waits, too"));
        else if (kind == OwnLimit.PROCESSORS) name(kind, "the processors, which are busy all the time");
        else name(kind, kind.inUse(seen.own.fullest(kind).size()));
    }

    private void name(OwnLimit kind, String because) {
        limiter = kind;
        words = "Its limit: " + because + ".";
    }

    private void leaveOpen(String because) {
        words = "What the limit is stays open. " + because;
    }

    private String remaining(Says other) {
        String left = Stream.of(OwnLimit.values())
                .filter(kind -> own.get(kind) != Says.NO && !(kind == OwnLimit.THREADS && other == Says.NO))
                .map(kind -> kind.words)
                .collect(Collectors.joining(", "));
        String hint = seen.own.isEmpty() || other == null
                ? " Give " + (seen.own.isEmpty() ? "-Dactuator, -Dmetrics or -Djmx" : "")
                        + (seen.own.isEmpty() && seen.otherMs == null ? ", or " : "")
                        + (seen.otherMs == null ? "-Dother" : "") + " to tell more."
                : "";
        return "It can be " + (left.isEmpty() ? "" : left + ", or ")
                + "the limit of a backend, of the rate or of the network." + (hint.contains("-D") ? hint : "");
    }

    private static String names(Set<OwnLimit> some) {
        return some.stream().map(kind -> kind.words).collect(Collectors.joining(", "));
    }
}
