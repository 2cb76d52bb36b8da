package asynclab.bench;

import static asynclab.document.Texts.text;

import asynclab.bench.SecondLimitCell.CellPrediction;
import asynclab.model.Occupancy.At;
import asynclab.options.LabException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A cell beside its prediction. */
final class JudgedCell {

    private static final double THROUGHPUT_TOLERANCE = 0.05;
    private static final double TIME_TOLERANCE = 0.1;
    private static final double FULL = 0.9; // with more of the permits in use, requests wait for one

    private final SecondLimitCell cell;
    private final CellPrediction p;
    private final Map<String, Double> measured;
    private final String limiter;
    final boolean rate;
    final boolean mean;
    final boolean tail;
    final boolean limit;

    JudgedCell(SecondLimitCell cell, CellPrediction p, Map<String, Double> measured) {
        if (!p.cell().equals(cell.name()))
            throw new LabException("The predictions are of other cells: " + p.cell() + " and " + cell.name() + ".");
        this.cell = cell;
        this.measured = measured;
        this.p = p;
        limiter = limiter();
        rate = isNear(seen("perSecond"), p.perSecond(), p.perSecondLow(), p.perSecondHigh(), THROUGHPUT_TOLERANCE);
        mean = isNear(seen("meanMs"), p.meanMs(), p.meanLow(), p.meanHigh(), TIME_TOLERANCE);
        tail = isNear(seen("p99Ms"), p.p99Ms(), p.p99Low(), p.p99High(), TIME_TOLERANCE);
        limit = limiter.equals(p.limiter());
    }

    List<Object> row() {
        return List.of(
                cell.name(),
                SecondLimit.figure(p.perSecond()) + " / " + SecondLimit.figure(seen("perSecond")) + mark(rate),
                SecondLimit.figure(p.meanMs()) + " / " + SecondLimit.figure(seen("meanMs")) + mark(mean),
                SecondLimit.figure(p.p99Ms()) + " / " + SecondLimit.figure(seen("p99Ms")) + mark(tail),
                p.limiter() + " / " + limiter + mark(limit),
                String.join(", ", p.bounds()));
    }

    List<Object> seen() {
        return List.of(
                cell.name(),
                SecondLimit.figure(seen("threadsQueued")),
                SecondLimit.figure(seen("connectionsActive")),
                SecondLimit.figure(seen("connectionsWaiting")),
                SecondLimit.figure(seen("inFlight")),
                text("%.0f %%", 100 * seen("processors")),
                text("%.2f", seen("cpuMs")),
                text("%.0f %%", 100 * seen(LeastDisturbed.STOLEN)),
                Math.round(seen("errors")));
    }

    /** The station that a request waits for most, by the rule of the prediction. A wait is queue length ÷ throughput (Little's law). */
    private String limiter() {
        double perMilli = seen("perSecond") / 1_000;
        double mean = seen("meanMs");
        var waits = new EnumMap<At, Double>(At.class);
        waits.put(At.THREADS, seen("threadsQueued") / perMilli);
        waits.put(At.CONNECTIONS, seen("connectionsWaiting") / perMilli);
        boolean limited = cell.stations().limit() != null && seen("inFlight") > FULL * SecondLimitCell.PERMITS;
        waits.put(At.LIMIT, limited ? (cell.users() - seen("inFlight")) / perMilli : 0.0);
        double served = cell.stages().millis(SecondLimitCell.HOLD_MILLIS);
        double known = waits.values().stream().mapToDouble(Double::doubleValue).sum();
        waits.put(At.PROCESSORS, Math.max(0, mean - served - known)); // the rest
        return SecondLimitCell.limiter(waits, mean);
    }

    private double seen(String name) {
        return measured.get(name);
    }

    private static boolean isNear(double measured, double predicted, double low, double high, double tolerance) {
        return measured >= low && measured <= high || Math.abs(measured / predicted - 1) <= tolerance;
    }

    private static String mark(boolean ok) {
        return ok ? "" : " ✗";
    }
}
