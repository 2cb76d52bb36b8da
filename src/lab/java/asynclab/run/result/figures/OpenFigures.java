package asynclab.run.result.figures;

import asynclab.model.Trace;

/**
 * The outcomes of the requests of an open load, in requests per second of arrivals. The requests are those that arrive in a
 * window, whenever they end. The four rates add up: offered = goodput + refused + gave up. Immutable.
 *
 * @param offered requests that arrive
 * @param goodput requests that are answered within the client timeout
 * @param refused requests that fail earlier, such as with status 503
 * @param gaveUp requests whose client timeout ends first
 * @param goodP50Ms median response time of the answered requests; null if there are none
 * @param goodP99Ms their p99; null if there are none
 */
public record OpenFigures(
        double offered, double goodput, double refused, double gaveUp, Double goodP50Ms, Double goodP99Ms) {

    /**
     * @param fromMillis the start of the window, after the first request's start
     * @param toMillis the end of the window, exclusive
     * @param timeoutMillis the client timeout; a request that fails earlier is refused
     */
    public static OpenFigures of(Trace trace, double fromMillis, double toMillis, long timeoutMillis) {
        double origin = trace.whole().fromMillis();
        var answered = new Trace(1024);
        int[] failed = new int[2]; // refused, gave up
        trace.forEach((user, start, end, ok) -> {
            if (start - origin < fromMillis || start - origin >= toMillis) return;
            if (ok) answered.add(user, start, end, true);
            else failed[Math.round(end - start) >= timeoutMillis ? 1 : 0]++;
        });
        double seconds = (toMillis - fromMillis) / 1_000;
        var times = answered.histogram();
        return new OpenFigures(
                (answered.size() + failed[0] + failed[1]) / seconds,
                answered.size() / seconds,
                failed[0] / seconds,
                failed[1] / seconds,
                answered.size() == 0 ? null : (Double) (double) times.getValueAtPercentile(50),
                answered.size() == 0 ? null : (Double) (double) times.getValueAtPercentile(99));
    }
}
