package asynclab.result;

import asynclab.model.station.Outcomes;
import asynclab.result.figures.OverloadFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures of an overload as rows of texts: for each arm the prediction, then each run. */
public final class OverloadRows {

    public static final List<String> LAST_MINUTE = List.of(
            "arm",
            "run",
            "goodput",
            "of the capacity",
            "waste",
            "refused",
            "gave up",
            "goodput p50 ms",
            "goodput p99 ms",
            "goodput deviation");
    public static final List<String> RECOVERY =
            List.of("arm", "run", "users that have left", "at s", "everyone served again after s");

    private OverloadRows() {}

    /** The rows below {@link #LAST_MINUTE}. Rates are in requests per second. */
    public static List<List<String>> lastMinutes(List<ArmResult> arms) {
        var rows = new ArrayList<List<String>>();
        for (ArmResult arm : arms)
            figures(arm).forEach((run, figures) -> {
                Outcomes got = figures.lastMinute();
                rows.add(List.of(
                        arm.name(),
                        run,
                        Figure.text(got.goodput()),
                        got.ofCapacity() == null ? "–" : text("%.0f %%", 100 * got.ofCapacity()),
                        Figure.text(got.waste()),
                        Figure.text(got.refused()),
                        Figure.text(got.gaveUp()),
                        Figure.text(got.p50Ms()),
                        Figure.text(got.p99Ms()),
                        deviation(got, arm.overload().predicted().lastMinute())));
            });
        return rows;
    }

    /** The best and the worst arm of the first runs, in a sentence. */
    public static String verdict(List<ArmResult> arms) {
        Comparator<ArmResult> byGoodput = Comparator.comparingDouble(OverloadRows::share);
        ArmResult best = arms.stream().max(byGoodput).orElseThrow();
        ArmResult worst = arms.stream().min(byGoodput).orElseThrow();
        return String.format(
                Locale.ROOT,
                "In the last minute before users left, the goodput was %.0f %% of the capacity with %s, and %.0f %% with %s.",
                100 * share(best),
                best.name(),
                100 * share(worst),
                worst.name());
    }

    private static double share(ArmResult arm) {
        return arm.overload().measured().lastMinute().ofCapacity();
    }

    /** Of a measured goodput; none without a predicted one. */
    private static String deviation(Outcomes got, Outcomes predicted) {
        return got == predicted || predicted.goodput() == 0
                ? "–"
                : text("%+.1f %%", (got.goodput() / predicted.goodput() - 1) * 100);
    }

    /** The rows below {@link #RECOVERY}. */
    public static List<List<String>> recoveries(List<ArmResult> arms) {
        var rows = new ArrayList<List<String>>();
        for (ArmResult arm : arms)
            figures(arm).forEach((run, figures) -> {
                for (OverloadFigures.Recovery fall : figures.recoveries())
                    rows.add(List.of(
                            arm.name(),
                            run,
                            text("%d %%", fall.percentLeft()),
                            text("%.0f", fall.atSeconds()),
                            fall.recoverySeconds() == null ? "never" : text("%.1f", fall.recoverySeconds())));
            });
        return rows;
    }

    private static Map<String, OverloadFigures> figures(ArmResult arm) {
        var figures = new LinkedHashMap<String, OverloadFigures>();
        if (arm.overload() == null) return figures;
        figures.put("predicted", arm.overload().predicted());
        for (ArmResult.Run run : arm.runs())
            figures.put(text("%d", run.number()), run.overload().measured());
        return figures;
    }

    private static String text(String format, Object value) {
        return String.format(Locale.ROOT, format, value);
    }
}
