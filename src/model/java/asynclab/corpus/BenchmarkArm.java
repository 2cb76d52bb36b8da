package asynclab.corpus;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One measurement of a {@link Benchmark}: the parameters and the published figures. Immutable.
 *
 * @param threads the number of request threads, workers or connections, of which a request needs one; null without a limit
 * @param holdSeconds the (mean) hold time; null if it is unknown
 * @param users the users or connections at the same time; null for an open load
 * @param length how many requests, or for how long
 * @param timeoutSeconds after which a request fails for its client; null for none
 * @param published the figures by their names, {@link PublishedFigure}
 * @param limit what the reader of the source holds for the limit. The prediction does not use it
 * @param further what else the source says; {@link FurtherFacts#NONE} for nothing
 */
public record BenchmarkArm(
        String name,
        Integer threads,
        Double holdSeconds,
        Integer users,
        LoadLength length,
        double rampSeconds,
        double thinkSeconds,
        Double timeoutSeconds,
        Map<PublishedFigure, Double> published,
        String limit,
        FurtherFacts further) {

    public BenchmarkArm {
        published = Collections.unmodifiableMap(new LinkedHashMap<>(published));
    }

    /**
     * What a few sources say of their requests beyond the usual parameters.
     *
     * @param hold the hold time's distribution in the syntax of a query, such as {@code minMs=0&maxMs=1000}; empty if it is always the same
     * @param think the same for the think time
     * @param requestsALoop requests that a user sends in each loop. One of them has the hold time, the others take no time
     * @param calls that a request makes at the same time, each on one of the {@code threads}
     * @param share of the hold time for which a request holds one of the {@code threads}, at its end
     * @param backgroundSeconds for which one of the {@code threads} works after each response
     */
    public record FurtherFacts(
            String hold, String think, int requestsALoop, int calls, double share, double backgroundSeconds) {

        static final FurtherFacts NONE = new FurtherFacts("", "", 1, 1, 1, 0);

        static final List<String> NAMES = List.of("hold", "think", "requests_a_loop", "calls", "share", "background_s");
    }

    /** The loops in which all users together send the number of requests of the load; 0 if it has none. */
    long sharedLoops() {
        int each = further.requestsALoop();
        return (length.requests() + each - 1) / each;
    }

    /** The same arm without further facts. */
    BenchmarkArm plain() {
        return with(threads, FurtherFacts.NONE);
    }

    /** The same arm without a limit. */
    BenchmarkArm unlimited() {
        return with(null, further);
    }

    private BenchmarkArm with(Integer otherThreads, FurtherFacts facts) {
        return new BenchmarkArm(
                name,
                otherThreads,
                holdSeconds,
                users,
                length,
                rampSeconds,
                thinkSeconds,
                timeoutSeconds,
                published,
                limit,
                facts);
    }
}
