package asynclab.traffic;

import asynclab.model.RecordedWorkload;
import asynclab.traffic.InFlight.Ceiling;
import asynclab.traffic.Limits.ToldBy;
import asynclab.traffic.RecordedParts.EndpointParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** The caveats of an answer: queueing that logged durations contain, and what no log can show. */
final class Caveats {

    private static final double PERCENT = 100;
    private static final double MOST_UNSEEN = 1.25; // of the mean number in flight that the replay shows
    private static final double FEW_IN_FLIGHT = 2;
    private static final double MOST_USED = 1.1; // times the requests' time
    private static final double MOST_BEYOND = 0.05; // of the time of connections or processors

    private final Question question;
    private final List<String> sentences = new ArrayList<>();
    private final List<String> inVerdict = new ArrayList<>();
    private Demand service;

    private Caveats(Question question, Demand service) {
        this.question = question;
        this.service = service;
    }

    /**
     * @param service what the requests take, without the waiting for a thread
     * @param ends the shares that are possible, the one with the least needs first; a single one if all are known
     * @param async the numbers of the endpoints that are asynchronous already
     * @param inVerdict what contradicts the answer, a sentence each
     * @param sentences the other caveats
     */
    record Found(Demand service, List<Shares> ends, BitSet async, List<String> inVerdict, List<String> sentences) {}

    static Found of(TrafficSummary logged, Question question) {
        var doubts = new Caveats(question, logged.logged());
        logged.remarks().forEach(doubts.sentences::add);
        InFlight inFlight = logged.statistics().inFlight();
        RecordedParts recorded = logged.recorded();
        if (recorded == null) doubts.queueing(logged, inFlight);
        else doubts.recorded(logged, recorded);
        if (!doubts.isPoolFull(inFlight.ceiling(), recorded)) doubts.ceiling(inFlight.ceiling());
        doubts.say(
                "Clients that send less when they wait are not modelled. The model sends every request at its time.");
        List<Shares> ends = Shares.ends(doubts.service, question);
        doubts.limits(ends);
        doubts.length(doubts.service.busiest());
        return new Found(
                doubts.service,
                ends,
                doubts.async(recorded),
                List.copyOf(doubts.inVerdict),
                List.copyOf(doubts.sentences));
    }

    /** The replay begins with an idle server and ends with its last start. Long requests meet fewer others there than in truth. */
    private void length(TrafficWindow replayed) {
        if (replayed.size() < Answer.FEWEST_REQUESTS) return; // which is a doubt of its own
        double length = new RecordedWorkload(replayed, 1).lengthMillis();
        double held = 0;
        double shown = 0;
        for (int i = 0; i < replayed.size(); i++) {
            held += replayed.holdMillis(i);
            shown += Math.min(replayed.holdMillis(i), length - replayed.startMillis(i));
        }
        if (held <= MOST_UNSEEN * shown || held <= FEW_IN_FLIGHT * length) return;
        inVerdict.add(Verdict.text(
                "By Little's law (rate × mean duration) %,.0f requests are in flight. The replay of %,.0f s shows only %,.0f on average, because many end after its last start. A server is fuller than this answer says.",
                held / length, length / 1e3, shown / length));
    }

    /** Its durations begin when the server begins. What is not known of some requests is said. */
    private void recorded(TrafficSummary logged, RecordedParts recorded) {
        service = logged.service();
        long all = recorded.requests();
        if (recorded.afterThread() > 0 && question.threads() > 0)
            say(
                    "For %,d of %,d requests the recorder does not know the waiting for a thread. They count as arriving when they had one.",
                    recorded.afterThread(), all);
        partly(all, recorded.known(EndpointParts::connectionHeld), "the time of connections");
        partly(all, recorded.known(EndpointParts::processor), "the processor time");
        beyond(recorded);
        boolean blocking = recorded.endpoints().stream().allMatch(endpoint -> endpoint.async() == 0);
        if (blocking && question.threads() > 0 && recorded.afterThread() > 0) // else the recorder knows the pool
        unlikePool(logged.statistics().inFlight(), (long) question.threads() * question.instances());
        if (!recorded.asyncEndpoints().isEmpty())
            say(
                    "Asynchronous already, and so in every threading model: %s.",
                    String.join(", ", recorded.asyncEndpoints()));
    }

    /** The model has no request that takes more than one connection or processor at a time. */
    private void beyond(RecordedParts recorded) {
        double held = Math.max(
                recorded.beyond(EndpointParts::connectionHeld), recorded.beyond(EndpointParts::connectionWait));
        double computes = recorded.beyond(EndpointParts::processor);
        if (question.limits().connections() > 0 && held > MOST_BEYOND)
            inVerdict.add(Verdict.text(
                    "%.0f %% of the time of connections is beyond the durations, because requests take several connections at a time. The model gives each request one. So the connections are full earlier than it says.",
                    PERCENT * held));
        if (question.limits().cores() > 0
                && !question.limits().processorShares().isEmpty()
                && computes > MOST_BEYOND)
            inVerdict.add(Verdict.text(
                    "%.0f %% of the processor time is beyond the durations, because requests compute on several threads or after their end. The model leaves it out. So the processors are full earlier than it says.",
                    PERCENT * computes));
    }

    private void partly(long all, long known, String what) {
        if (known > 0 && known < all)
            say(
                    "For %,d of %,d requests the recorder does not know %s. They count as the others of their endpoint.",
                    all - known, all, what);
    }

    private BitSet async(RecordedParts recorded) {
        var async = new BitSet();
        if (recorded != null)
            for (String name : recorded.asyncEndpoints())
                async.set(service.endpoints().indexOf(name));
        return async;
    }

    /** Whether the ceiling is the pool of threads, and the waiting before it is known. */
    private boolean isPoolFull(Ceiling ceiling, RecordedParts recorded) {
        return ceiling != null
                && recorded != null
                && question.threads() > 0
                && ceiling.level() >= (long) question.threads() * question.instances()
                && recorded.afterThread() == 0;
    }

    /** More requests in flight than threads: the rest waits, and the log's durations contain it. */
    private void queueing(TrafficSummary logged, InFlight inFlight) {
        long pool = (long) question.threads() * question.instances();
        if (inFlight.max() <= pool) return;
        say(
                "At most %,d requests are in flight in the log, and there are %,d threads. So durations may contain the waiting for a thread.",
                inFlight.max(), pool);
        if (question.instances() > 1) {
            unlikePool(inFlight, pool);
            say("It is not subtracted, because the log does not say which server had which request.");
            return;
        }
        QueueingRemoved removed = logged.removed();
        if (!removed.isPossible()) {
            unlikePool(inFlight, pool);
            say(
                    "It is not subtracted: of the requests that found no thread free, %.0f %% end before a pool of %,d threads could have begun with them. The server has more threads, or is asynchronous.",
                    removed.contradictedPercent(), pool);
            return;
        }
        service = logged.service();
        say(
                "It is subtracted, in order of arrival: %.1f %% of the requests waited, %,.0f ms on average.",
                removed.waitedPercent(), removed.meanWaitMillis());
        if (removed.isOutOfOrder())
            say(
                    "%.0f %% of them end before their service could begin in this order. So the server serves in another order at times. The mean waiting does not depend on it.",
                    removed.contradictedPercent());
    }

    /** Bursts may exceed a pool. If more than half of the time does, it is another pool, or the durations have much waiting. */
    private void unlikePool(InFlight inFlight, long pool) {
        if (inFlight.p50() <= pool) return;
        inVerdict.add(Verdict.text(
                "Over half of the time more requests are in flight than the %,d threads, up to %,d. So there are more threads, or the durations contain waiting that is not subtracted. -Dthreads= is the pool of each server.",
                pool, inFlight.max()));
    }

    private void ceiling(Ceiling ceiling) {
        if (ceiling == null) return;
        say(
                "The number of requests in flight stands at %,d for %.0f %% of the time and never exceeds it. A pool is full there, another limit is reached, or there are no more clients.",
                ceiling.level(), ceiling.sharePercent());
        say(
                question.threads() == 0 || ceiling.level() < (long) question.threads() * question.instances()
                        ? (question.threads() == 0 ? "" : "That is below the number of threads. ")
                                + "If it is a connection pool or a backend, asynchronous processing does not raise it."
                        : "Requests that waited before their logged start came earlier than the log says. The waiting is then longer than predicted.");
    }

    /** What is known of the limits beside the threads, and what the model assumes of the rest. */
    private void limits(List<Shares> ends) {
        Limits limits = question.limits();
        connections(limits, ends);
        processors(limits, ends);
        boolean connectionWait = limits.connections() > 0 && !service.withoutConnectionWait();
        if (connectionWait || limits.limitProcessors())
            say(
                    "Logged durations contain the waiting for %s at the log's traffic. Only the waiting that other traffic adds counts.",
                    service.withoutConnectionWait() ? "processors" : "connections and processors");
        if (ends.size() > 1) say("Pools, endpoints, servers and waiting are for the end that lasts shortest.");
        say(
                "%s found for one copy of the traffic. Another copy may need more.",
                question.threads() == 0 ? "Servers are" : "Pools, endpoints and servers are");
    }

    private void connections(Limits limits, List<Shares> ends) {
        if (limits.connections() == 0) {
            say("-Dconnections= is not given, so connections do not limit in this answer.");
            return;
        }
        List<String> unknown = service.endpoints().stream()
                .filter(name -> limits.connectionShare(name) == null)
                .toList();
        double[] used =
                ends.stream().mapToDouble(end -> percentHeld(end.connection())).toArray();
        if (!unknown.isEmpty()) {
            say(
                    "-DconnectionShare= is not given for %,d of %,d endpoints. Both ends are computed: connections are held for %.0f %% and for %.0f %% of the requests' time. The log allows no more.",
                    unknown.size(), service.endpoints().size(), min(used), max(used));
            return;
        }
        double inUse = max(used) / PERCENT * service.allHeldMicros() / service.lengthMicros() / question.instances();
        say(
                "Connections are held for %.0f %% of the requests' time. So %.1f of %,d are in use on average.",
                max(used), inUse, limits.connections());
        if (inUse > limits.connections())
            say("More cannot be in use than there are. The share is too high, or there are more connections.");
    }

    private void processors(Limits limits, List<Shares> ends) {
        double[] used =
                ends.stream().mapToDouble(end -> percentHeld(end.processor())).toArray();
        if (!limits.processorShares().isEmpty()) told(limits, min(used), max(used));
        else if (!limits.limitProcessors())
            say(
                    "-Dcores= is not given, so processors do not limit in this answer. The log does not say how much of a duration is processor time. If all of it is, asynchronous processing gains nothing.");
        else if (limits.cpuPercent() == 0)
            say(
                    "-DcpuPercent= is not given. Both ends are computed: %.1f %% and %.1f %% of the requests' time is processor time. %,d processors allow no more.",
                    min(used), max(used), limits.cores());
        else if (limits.cores() == 0)
            say(
                    "-Dcores= is not given. Both ends are computed: 1 processor, and the %,d that the log allows at most. Any number of processors is full at %.1f times the traffic.",
                    ends.get(0).cores(), PERCENT / limits.cpuPercent());
        else if (usedTimes(limits) > MOST_USED)
            inVerdict.add(Verdict.text(
                    "%.0f %% of %,d processors is %.1f times the requests' time, and no more than all of it can be theirs. Other work used the processors, the log lacks requests, or the mean is of another time. The model takes all of each duration as processor time.",
                    limits.cpuPercent(), limits.cores(), usedTimes(limits)));
        else
            say(
                    "%.0f %% of %,d processors is %.1f %% of the requests' time. The model takes this share of each duration as processor time. The processors are full at %.1f times the traffic.",
                    limits.cpuPercent(), limits.cores(), max(used), PERCENT / limits.cpuPercent());
        for (int i = 0; i < service.endpoints().size(); i++) {
            Double given = limits.connectionShare(service.endpoints().get(i));
            if (limits.connections() == 0 || given == null || ends.get(0).connection()[i] >= given) continue;
            say(
                    limits.processorsBy() == ToldBy.RECORDER
                            ? "Requests compute while they hold a connection, and the model knows no such time. Both ends are computed: the whole processor time, and the whole time of connections."
                            : "The processor time leaves less of the durations than -DconnectionShare= says. The model takes the rest.");
            return;
        }
    }

    /** The use of the processors as a multiple of the requests' time. */
    private double usedTimes(Limits limits) {
        double used = limits.cpuPercent() / PERCENT * limits.cores() * question.instances() * service.lengthMicros();
        return used / Math.max(1, service.allHeldMicros());
    }

    /** Processor time that is known by endpoint. @param least percentage of the requests' time @param most equal to it if all is known */
    private void told(Limits limits, double least, double most) {
        String by = limits.processorsBy() == ToldBy.FILE ? "By -DcpuFile=" : "By the recorder";
        String each = limits.processorsBy() == ToldBy.RECORDER
                ? "It is known for each endpoint."
                : "It is an estimate for each endpoint, by a regression on the processor time of the process.";
        long unknown = service.endpoints().stream()
                .filter(name -> !limits.processorShares().containsKey(name))
                .count();
        if (!limits.limitProcessors()) say("-Dcores= is not given, so processors do not limit in this answer.");
        if (unknown > 0 && limits.limitProcessors())
            say(
                    "%s, the processor time of %,d of %,d endpoints is not known. Both ends are computed: %.1f %% and %.1f %% of the requests' time is processor time.",
                    by, unknown, service.endpoints().size(), least, most);
        else say("%s, %.1f %% of the requests' time is processor time. %s", by, most, each);
    }

    /** The percentage of the requests' time that these shares of each endpoint are. */
    private double percentHeld(double[] shares) {
        double sum = 0;
        for (int i = 0; i < shares.length; i++) sum += shares[i] * service.heldMicros()[i];
        double all = service.allHeldMicros();
        return all == 0 ? 0 : PERCENT * sum / all;
    }

    private static double min(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    private static double max(double[] values) {
        return Arrays.stream(values).max().orElseThrow();
    }

    private void say(String format, Object... values) {
        sentences.add(String.format(Locale.ROOT, format, values));
    }
}
