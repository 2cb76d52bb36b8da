package asynclab.traffic;

import asynclab.accesslog.LogRead;
import asynclab.model.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The answer to a {@link Question} about logged traffic. Immutable. Its texts may have names of endpoints, so they must be escaped on a page.
 *
 * @param verdict a few sentences
 * @param doubts what may be wrong with it, a sentence each
 * @param learned what the log says
 * @param variants the threading models, that of today first: {@link Variant.VariantKind#BLOCKING}, or {@link Variant.VariantKind#VIRTUAL}
 * @param limits how long each limit that is known lasts alone, the first one first
 * @param smallestPool the threads of each server that hold the traffic asked for; null if threads alone do not, or if there is no pool
 * @param fewestAsync the endpoints that must be asynchronous to hold the traffic asked for with the same pool; empty if none must be;
 *     null if even all of them are not enough
 * @param fleets for each traffic of {@link Question#LOAD_FACTORS}, and for the traffic asked for
 * @param busyThreadsMax the most threads that are busy at once on a server, in the log. On virtual threads these are requests in flight.
 *     Several servers are taken as equally busy
 */
public record Answer(
        String verdict,
        List<String> doubts,
        TrafficStatistics learned,
        Question question,
        List<Variant> variants,
        List<Variant.Alone> limits,
        Integer smallestPool,
        List<String> fewestAsync,
        List<Fleets> fleets,
        int busyThreadsMax) {

    static final int FEWEST_REQUESTS = 100;
    private static final String DOUBTFUL = "This answer is doubtful. ";

    /**
     * How many servers hold the traffic. Null: a thousand do not. Immutable.
     *
     * @param traffic the multiple of the log's traffic
     * @param blockingEvenly blocking servers, requests spread in turn
     * @param blockingLeastLoaded blocking servers, each request sent to the one with the fewest in flight
     * @param asyncEvenly asynchronous servers. If nothing is known that limits them it is 1, and the other end is {@code blockingEvenly}
     * @param asyncLeastLoaded the same for the least loaded
     */
    public record Fleets(
            double traffic,
            Integer blockingEvenly,
            Integer blockingLeastLoaded,
            Integer asyncEvenly,
            Integer asyncLeastLoaded) {}

    /**
     * Answers it: some hundreds of simulations.
     *
     * @param traffic with a request at least
     * @param budget for all simulations
     * @param progress receives what is computed next
     * @throws Budget.Exceeded if the simulations exceed the budget
     */
    public static Answer of(Traffic traffic, Question question, Budget budget, Consumer<String> progress) {
        progress.accept("requests in flight and endpoints");
        return new Answering(traffic.summary(question), question, budget, progress).answer();
    }

    /**
     * The same without a budget, on all processors: it also uses the threads of the common pool, so an application that may stop must not.
     *
     * @param progress is called by one thread at a time
     */
    public static Answer onAllProcessors(Traffic traffic, Question question, Consumer<String> progress) {
        progress.accept("requests in flight and endpoints");
        return new Answering(traffic.summary(question), question, Budget.unlimited(), progress)
                .onAllProcessors()
                .answer();
    }

    /**
     * How long the pool lasts for other traffic, such as the same log with other starts within a second.
     *
     * @throws Budget.Exceeded if the simulations exceed the budget
     */
    public static Lasts poolLasts(Traffic traffic, Question question, Budget budget) {
        return new Answering(traffic.summary(question), question, budget, next -> {}).poolLasts();
    }

    /** The same answer with doubts about the reading of the log, and about requests that it lacks. Most stand in the verdict. */
    public Answer readFrom(LogRead read, Traffic.Builder logged) {
        long requests = learned.requests();
        var all = new ArrayList<>(read.doubts());
        all.addAll(RecordedQuestion.dropped(read.recorder(), requests, true));
        all.addAll(RecordedQuestion.together(read.recorder(), question.instances()));
        all.addAll(logged.failed.doubts());
        all.addAll(read.longRequests((long) question.threads() * question.instances()));
        if (requests < FEWEST_REQUESTS)
            all.add(Verdict.text(
                    "The log has only %,d request%s. Under %,d do not show how busy a server is.",
                    requests, requests == 1 ? "" : "s", FEWEST_REQUESTS));
        return doubting(RecordedQuestion.dropped(read.recorder(), requests, false))
                .doubtful(all);
    }

    /** The same answer with more doubts. They stand in the verdict, too. */
    public Answer doubtful(List<String> sentences) {
        if (sentences.isEmpty()) return this;
        var all = new ArrayList<>(sentences);
        all.addAll(doubts);
        String words = verdict.startsWith(DOUBTFUL) ? verdict.substring(DOUBTFUL.length()) : verdict;
        return with(DOUBTFUL + String.join(" ", sentences) + " " + words, all);
    }

    /** The same answer with more doubts. */
    public Answer doubting(List<String> sentences) {
        var more = new ArrayList<>(doubts);
        more.addAll(sentences);
        return with(verdict, more);
    }

    /** The same answer with another verdict and other doubts. */
    Answer with(String words, List<String> all) {
        return new Answer(
                words,
                List.copyOf(all),
                learned,
                question,
                variants,
                limits,
                smallestPool,
                fewestAsync,
                fleets,
                busyThreadsMax);
    }

    /** How long the pool lasts, as a multiple of the log's traffic: the shortest end. */
    public Lasts poolLasts() {
        return variants.get(0).lasts();
    }

    /** The number of servers for the traffic asked for. */
    public Fleets fleetsAsked() {
        return fleets.stream()
                .filter(fleet -> fleet.traffic == question.traffic())
                .findFirst()
                .orElseThrow();
    }

    /** The variant of a kind, or null. */
    public Variant variant(Variant.VariantKind kind) {
        return variants.stream().filter(v -> v.kind() == kind).findFirst().orElse(null);
    }
}
