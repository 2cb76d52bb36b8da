package asynclab.run.result.figures;

import asynclab.model.Trace;
import asynclab.model.Workload;
import asynclab.model.station.Outcomes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * The figures of a server under more load than it can serve, and after the load falls. Simulated and measured runs have the same
 * figures.
 *
 * @param lastMinute what clients get in the last minute before the load falls for the first time
 * @param recoveries what follows each fall
 */
public record OverloadFigures(Outcomes lastMinute, List<Recovery> recoveries) {

    private static final double MINUTE_MILLIS = 60_000;
    private static final double STRAY = 0.001;

    /**
     * The time after a fall of the load, until the next one.
     *
     * @param atSeconds when the load fell, from the first request
     * @param percentLeft how many per cent of the users had left then
     * @param recoverySeconds from the fall to the first moment after which at most one request in a thousand was refused or too
     *     late. A stricter measure would depend on a single late request. Null if that moment is less than a client timeout
     *     before the end, because then the server did not recover
     */
    public record Recovery(double atSeconds, int percentLeft, Double recoverySeconds) {}

    /**
     * @param speed the divisor of all times of the experiment, also of the minute
     * @param outcomes gives the outcomes of a window of this trace
     */
    public static OverloadFigures of(
            Trace trace, Workload workload, int speed, Function<Trace.Window, Outcomes> outcomes) {
        double origin = trace.whole().fromMillis();
        List<Workload.Fall> falls = workload.falls();
        var recoveries = new ArrayList<Recovery>();
        for (int i = 0; i < falls.size(); i++) {
            double from = origin + falls.get(i).atMillis();
            double to = origin + (i + 1 < falls.size() ? falls.get(i + 1).atMillis() : workload.durationMillis());
            double last = recoveredAt(trace, from, to);
            recoveries.add(new Recovery(
                    falls.get(i).atMillis() / 1_000.0,
                    falls.get(i).percent(),
                    to - last <= workload.timeoutMillis() ? null : (Double) ((last - from) / 1_000)));
        }
        double fall = origin + falls.get(0).atMillis();
        return new OverloadFigures(
                outcomes.apply(new Trace.Window(Math.max(origin, fall - MINUTE_MILLIS / speed), fall)), recoveries);
    }

    private record RequestEnd(double atMillis, boolean ok) {}

    /** The first moment after which almost no request fails: the end of a failed request, or {@code from}. */
    private static double recoveredAt(Trace trace, double from, double to) {
        var ends = new ArrayList<RequestEnd>();
        trace.forEach((user, start, end, ok) -> {
            if (end >= from && end < to) ends.add(new RequestEnd(end, ok));
        });
        ends.sort(Comparator.comparingDouble(RequestEnd::atMillis).reversed());
        double recovered = to;
        int later = 0;
        int failed = 0;
        for (RequestEnd end : ends) { // the last one first
            if (!end.ok && failed <= STRAY * later) recovered = end.atMillis;
            later++;
            if (!end.ok) failed++;
        }
        return failed <= STRAY * later ? from : recovered;
    }
}
