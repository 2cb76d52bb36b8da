package asynclab.traffic;

import asynclab.accesslog.RecorderFacts;
import asynclab.accesslog.RecorderFacts.ProcessorTotal;
import asynclab.traffic.Limits.ToldBy;
import asynclab.traffic.RecordedParts.EndpointParts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A question about a log that our recorder wrote, with what the log knows: threads, connections, processors, and what the requests need of
 * them. What the user says wins, and a difference is said. Immutable.
 *
 * @param question the same for a log of another writer
 * @param doubts a sentence each
 */
public record RecordedQuestion(Question question, List<String> doubts) {

    private static final double PERCENT = 100;
    private static final double MOST_ELSEWHERE = 0.15; // of the processor time of the process
    private static final double SHORTEST_MICROS = 10e6;
    private static final double DIFFERENT = 0.1;
    private static final double MANY_DROPPED = 0.01;

    /**
     * Adds what the log knows.
     *
     * @param asked with the usual values where the user says nothing
     * @param given the names of the options that the user gave, such as {@code threads}
     * @param known null for a log without such facts
     */
    public static RecordedQuestion of(Question asked, Set<String> given, RecorderFacts known, Traffic traffic) {
        if (traffic.recorded() == null) return new RecordedQuestion(asked, List.of());
        return new Facts(given, known == null ? RecorderFacts.NONE : known, traffic).added(asked);
    }

    /**
     * The number of requests that our recorder dropped, in a sentence. Empty if it dropped none, or another share than the asked one.
     *
     * @param known null for a log of another writer
     * @param requests of the log
     * @param many true asks for a share above 1 %, which makes the answer doubtful; false asks for a smaller one
     */
    static List<String> dropped(RecorderFacts known, long requests, boolean many) {
        long dropped = known == null ? 0 : known.dropped();
        double share = dropped / (double) Math.max(1, requests + dropped);
        if (dropped == 0 || many != share > MANY_DROPPED) return List.of();
        return List.of(Verdict.text(
                "The recorder dropped %,d requests, %.2f %% of all. The traffic was higher than the log says.",
                dropped, 100 * share));
    }

    /**
     * A sentence if several recorders wrote at the same time, and the question is about one server; else empty.
     *
     * @param known null for a log of another writer
     */
    static List<String> together(RecorderFacts known, int instances) {
        return known == null || !known.together() || instances > 1
                ? List.of()
                : List.of(
                        "Recorders of several servers or applications wrote at the same time, and the model takes one server. -Dinstances= is the number of servers. Applications of one server have connections of their own.");
    }

    /** The mean number of busy processors while the process' time was recorded, and for how long. Immutable. */
    private record ProcessUse(double processors, double micros) {

        static ProcessUse of(List<ProcessorTotal> totals) {
            List<ProcessorTotal> inOrder = totals.stream()
                    .sorted(Comparator.comparingLong(ProcessorTotal::stampMicros))
                    .toList();
            double used = 0;
            double micros = 0;
            for (int i = 1; i < inOrder.size(); i++) {
                long more = inOrder.get(i).micros() - inOrder.get(i - 1).micros();
                if (more < 0) continue; // another process
                used += more;
                micros += inOrder.get(i).stampMicros() - inOrder.get(i - 1).stampMicros();
            }
            return new ProcessUse(micros == 0 ? 0 : used / micros, micros);
        }
    }

    /** What the log knows. Used once. */
    private static final class Facts {

        private final Set<String> given;
        private final RecorderFacts facts;
        private final RecordedParts recorded;
        private final double lengthMicros;
        private final List<String> doubts = new ArrayList<>();

        Facts(Set<String> given, RecorderFacts facts, Traffic traffic) {
            this.given = given;
            this.facts = facts;
            recorded = traffic.recorded();
            lengthMicros = recorded.requests() == traffic.size() ? traffic.lengthMicros() : 0;
        }

        RecordedQuestion added(Question asked) {
            int threads = threads(asked.threads());
            int connections =
                    number("connections", "connections", asked.limits().connections());
            int cores = number("cores", "processors", asked.limits().cores());
            Limits limits = asked.limits().of(connections, connectionShares(asked.limits()), cores);
            boolean one = asked.instances() == 1 && !facts.together();
            ProcessUse use = one ? ProcessUse.of(facts.process()) : new ProcessUse(0, 0);
            limits = processors(limits, use, asked.instances());
            return new RecordedQuestion(asked.knowing(threads, limits), List.copyOf(doubts));
        }

        private int threads(int usual) {
            changes("threads");
            int known = facts.number("threads");
            boolean virtual = facts.onVirtualThreads();
            if (given.contains("threads")) {
                if (virtual || known > 0 && known != usual)
                    say(
                            "-Dthreads=%d is used. The log says %s.",
                            usual, virtual ? "virtual threads" : String.format(Locale.ROOT, "%,d threads", known));
                return usual;
            }
            if (virtual) return 0;
            if (known > 0) return known;
            say(
                    "The log does not say how many threads there are. The model takes %,d. -Dthreads= says another number. A request may also have waited for a thread before the log's clock began.",
                    usual);
            return usual;
        }

        private int number(String option, String fact, int asked) {
            changes(fact);
            int known = facts.number(fact);
            if (!given.contains(option)) return known > 0 ? known : asked;
            if (known > 0 && known != asked) say("-D%s=%d is used. The log says %,d %s.", option, asked, known, fact);
            return asked;
        }

        private void changes(String fact) {
            List<String> values = facts.server().getOrDefault(fact, List.of());
            if (values.size() > 1)
                say(
                        "The log has several numbers of %s, one after the other: %s. The last one counts.",
                        fact, String.join(", ", values));
        }

        /** Those that the user gives, then those of the log. */
        private Map<String, Double> connectionShares(Limits asked) {
            Map<String, Double> measured = recorded.connectionShares();
            var shares = new HashMap<>(asked.connectionShares().containsKey(Limits.OTHERS) ? Map.of() : measured);
            shares.putAll(asked.connectionShares());
            measured.forEach((endpoint, share) -> {
                Double used = shares.getOrDefault(endpoint, shares.get(Limits.OTHERS));
                if (Math.abs(used - share) > DIFFERENT)
                    say("-DconnectionShare= is %.2f for %s. The log says %.2f.", used, endpoint, share);
            });
            return shares;
        }

        private Limits processors(Limits limits, ProcessUse use, int instances) {
            double measured = lengthMicros == 0 ? 0 : recorded.processorMillis() * 1e3 / lengthMicros / instances;
            boolean known = recorded.known(EndpointParts::processor) > 0;
            if (given.contains("cpuPercent")) {
                double mean = known ? measured : use.processors;
                if (limits.cores() > 0
                        && mean > 0
                        && Math.abs(limits.cpuPercent() / PERCENT - mean / limits.cores()) > DIFFERENT)
                    say(
                            "-DcpuPercent=%.0f is used. By the log it is %.0f.",
                            limits.cpuPercent(), PERCENT * mean / limits.cores());
                return limits;
            }
            if (!known)
                return limits.cores() > 0 && use.processors > 0
                        ? limits.used(Math.min(PERCENT, PERCENT * use.processors / limits.cores()))
                        : limits;
            elsewhere(use, measured);
            return limits.told(recorded.processorShares(), ToldBy.RECORDER);
        }

        /** The processor time of the process that no request's thread has used. */
        private void elsewhere(ProcessUse use, double measured) {
            if (measured == 0 || use.micros < Math.max(SHORTEST_MICROS, lengthMicros / 2)) return;
            double share = 1 - measured / use.processors;
            if (share > MOST_ELSEWHERE)
                say(
                        "The process used %.2f processors on average, and the threads of the requests %.2f. The model does not have the rest, such as the container and garbage collection.",
                        use.processors, measured);
        }

        private void say(String format, Object... values) {
            doubts.add(String.format(Locale.ROOT, format, values));
        }
    }
}
