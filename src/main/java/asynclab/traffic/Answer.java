package asynclab.traffic;

import asynclab.queueing.Budget;
import java.util.List;
import java.util.function.Consumer;

/**
 * The answer to a {@link Question} about logged traffic. Immutable. Its texts may have names of endpoints, so they must be escaped on a page.
 *
 * @param verdict a few sentences
 * @param doubts what may be wrong with it, a sentence each
 * @param learned what the log says
 * @param variants the threading models, {@link Variant.VariantKind#BLOCKING} first
 * @param smallestPool the threads of each server that hold the traffic asked for; null if threads alone do not
 * @param fewestAsync the endpoints that must be asynchronous to hold the traffic asked for with the same pool; empty if none must be;
 *     null if even all of them are not enough
 * @param busyThreadsMax the most threads that are busy at once on a server, in the log
 */
public record Answer(
        String verdict,
        List<String> doubts,
        Learned learned,
        Question question,
        List<Variant> variants,
        Integer smallestPool,
        List<String> fewestAsync,
        Fleets fleets,
        int busyThreadsMax) {

    /**
     * How many servers hold the traffic asked for. Null: a thousand do not. Immutable.
     *
     * @param blockingEvenly blocking servers, requests spread in turn
     * @param blockingLeastLoaded blocking servers, each request sent to the one with the fewest in flight
     * @param asyncEvenly asynchronous servers. Without the processor time it is 1, and the other end is {@code blockingEvenly}
     * @param asyncLeastLoaded the same for the least loaded
     */
    public record Fleets(
            Integer blockingEvenly, Integer blockingLeastLoaded, Integer asyncEvenly, Integer asyncLeastLoaded) {}

    /**
     * Answers it: some sixty simulations.
     *
     * @param traffic with a request at least
     * @param budget for all simulations
     * @param progress receives what is computed next
     * @throws Budget.Exceeded if the simulations exceed the budget
     */
    public static Answer of(Traffic traffic, Question question, Budget budget, Consumer<String> progress) {
        return new Answering(traffic, question, budget, progress).answer();
    }

    /** How long the pool lasts, as a multiple of the log's traffic. */
    public Variant.Limit poolLasts() {
        return variants.get(0).lasts();
    }

    /** The variant of a kind, or null. */
    public Variant variant(Variant.VariantKind kind) {
        return variants.stream().filter(v -> v.kind() == kind).findFirst().orElse(null);
    }
}
