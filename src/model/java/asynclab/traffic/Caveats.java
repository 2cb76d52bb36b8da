package asynclab.traffic;

import asynclab.traffic.InFlight.Ceiling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The caveats of an answer: queueing that logged durations contain, and what no log can show. */
final class Caveats {

    private static final double PERCENT = 100;

    private final Question question;
    private final List<String> sentences = new ArrayList<>();
    private Traffic service;

    private Caveats(Question question, Traffic service) {
        this.question = question;
        this.service = service;
    }

    /**
     * @param service the traffic with service times
     * @param pinned whether the number in flight in the log stands at the size of the pool, or at another ceiling
     * @param cpuShare the part of the service times that is processor time; 0 if unknown
     */
    record Found(Traffic service, boolean pinned, double cpuShare, List<String> sentences) {}

    static Found of(Traffic logged, InFlight inFlight, Question question) {
        var doubts = new Caveats(question, logged);
        doubts.queueing(inFlight);
        doubts.ceiling(inFlight.ceiling());
        doubts.say(
                "Clients that send less when they wait are not modelled. The model sends every request at its time.");
        double cpuShare = doubts.processors();
        return new Found(doubts.service, inFlight.ceiling() != null, cpuShare, List.copyOf(doubts.sentences));
    }

    /** More requests in flight than threads: the rest waits, and the log's durations contain it. */
    private void queueing(InFlight inFlight) {
        long pool = (long) question.threads() * question.instances();
        if (inFlight.max() <= pool) return;
        say(
                "At most %,d requests are in flight in the log, and there are %,d threads. So durations may contain the waiting for a thread.",
                inFlight.max(), pool);
        if (question.instances() > 1) {
            say("It is not subtracted, because the log does not say which server had which request.");
            return;
        }
        QueueingRemoved removed = QueueingRemoved.of(service, question.threads());
        if (!removed.isPossible()) {
            say(
                    "It is not subtracted: of the requests that found no thread free, %.0f %% end before a pool of %,d threads could have begun with them. The server has more threads, or is asynchronous.",
                    removed.contradictedPercent(), pool);
            return;
        }
        service = removed.traffic();
        say(
                "It is subtracted, in order of arrival: %.1f %% of the requests waited, %,.0f ms on average.",
                removed.waitedPercent(), removed.meanWaitMillis());
        if (removed.isOutOfOrder())
            say(
                    "%.0f %% of them end before their service could begin in this order. So the server serves in another order at times. The mean waiting does not depend on it.",
                    removed.contradictedPercent());
    }

    private void ceiling(Ceiling ceiling) {
        if (ceiling == null) return;
        say(
                "The number of requests in flight stands at %,d for %.0f %% of the time and never exceeds it. A pool is full there, or another limit is reached.",
                ceiling.level(), ceiling.sharePercent());
        say(
                ceiling.level() < (long) question.threads() * question.instances()
                        ? "That is below the number of threads. If it is a connection pool or a backend, asynchronous processing does not raise it."
                        : "Requests that waited before their logged start came earlier than the log says. The waiting is then longer than predicted.");
    }

    /** The part of the service times that is processor time; 0 if unknown. */
    private double processors() {
        if (!question.knowsProcessors()) {
            say(
                    "The log does not say how much of a duration is processor time. If all of it is, asynchronous processing gains nothing. -DcpuPercent and -Dcores settle it.");
            return 0;
        }
        double held = 0;
        for (int i = 0; i < service.size(); i++) held += service.durationMicros(i);
        double busy =
                question.cpuPercent() / PERCENT * question.cores() * question.instances() * service.lengthMicros();
        double share = held == 0 ? 1 : Math.min(1, busy / held);
        say(
                "%.0f %% of %,d processors is %.1f %% of the requests' time. The model takes this share of each duration as processor time. The processors are full at %.1f times the traffic.",
                question.cpuPercent(), question.cores(), PERCENT * share, PERCENT / question.cpuPercent());
        return share;
    }

    private void say(String format, Object... values) {
        sentences.add(String.format(Locale.ROOT, format, values));
    }
}
