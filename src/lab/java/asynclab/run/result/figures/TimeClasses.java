package asynclab.run.result.figures;

import asynclab.model.Trace;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The response-time classes that Gatling reports, and the minimum. They count the requests that succeeded, as Gatling does.
 * Response times are whole milliseconds.
 *
 * @param bordersMs the two borders
 * @param minMs the shortest response time; null if no request succeeded
 * @param fastRequests faster than the lower border
 * @param middleRequests from the lower border to the upper one, both included
 * @param slowRequests slower than the upper border
 */
public record TimeClasses(
        List<Integer> bordersMs, Double minMs, int fastRequests, int middleRequests, int slowRequests) {

    /** The mean of several runs, with whole requests. Null if there are no borders. */
    public static TimeClasses mean(Stream<Trace> runs, List<Integer> bordersMs) {
        if (bordersMs.isEmpty()) return null;
        List<TimeClasses> each = runs.map(run -> of(run, bordersMs)).toList();
        return new TimeClasses(
                bordersMs,
                each.get(0).minMs == null ? null : mean(each, TimeClasses::minMs),
                (int) Math.round(mean(each, TimeClasses::fastRequests)),
                (int) Math.round(mean(each, TimeClasses::middleRequests)),
                (int) Math.round(mean(each, TimeClasses::slowRequests)));
    }

    private static double mean(List<TimeClasses> each, ToDoubleFunction<TimeClasses> figure) {
        return each.stream().mapToDouble(figure).average().orElseThrow();
    }

    /** Null if there are no borders. */
    public static TimeClasses of(Trace trace, List<Integer> bordersMs) {
        if (bordersMs.isEmpty()) return null;
        List<Long> times = trace.succeeded().responseMillis();
        int fast = (int) times.stream().filter(ms -> ms < bordersMs.get(0)).count();
        int slow = (int) times.stream().filter(ms -> ms > bordersMs.get(1)).count();
        return new TimeClasses(
                bordersMs, times.isEmpty() ? null : times.get(0).doubleValue(), fast, times.size() - fast - slow, slow);
    }
}
