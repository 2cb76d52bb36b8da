package asynclab.lab;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where an arm's measured figures differ from the predicted and the published ones, and why; or that nobody knows. */
final class Reasons {

    private static final double WORTH_EXPLAINING = 0.1;
    private static final double STEEP = 0.05; // so many of a hundred requests to either side of a percentile
    private static final String LATE = "; measured ";

    private Reasons() {}

    static String of(Evidence e) {
        Summary.Arm arm = e.arm();
        return arm.server() == null ? prediction(e) : prediction(e) + " " + post(arm);
    }

    private static String prediction(Evidence e) {
        Summary.Arm arm = e.arm();
        List<Figure> far = far(arm, true);
        int cause = arm.why().indexOf(LATE);
        if (cause >= 0)
            return "Against the prediction: " + arm.why().substring(cause + 2) + "."
                    + far.stream()
                            .filter(f -> percentile(f) != null)
                            .map(f -> " " + one(f, f.offPrediction(arm)) + ": " + steep(e, f) + ".")
                            .collect(Collectors.joining());
        if (far.isEmpty()) return "As predicted, every figure within 10 %.";
        return far.stream()
                .map(f -> one(f, f.offPrediction(arm)) + " against the prediction: " + steep(e, f) + ".")
                .collect(Collectors.joining(" "));
    }

    private static String post(Summary.Arm arm) {
        List<Figure> far = far(arm, false);
        String note = arm.published().note();
        boolean none = Arrays.stream(Figure.values()).noneMatch(f -> f.isPublished(arm));
        if (none) return "The post has no such arm.";
        if (far.isEmpty())
            return "As published, every figure within 10 %." + (note == null ? "" : " The post: " + note + ".");
        return "Against the post "
                + far.stream().map(f -> one(f, f.offPublished(arm))).collect(Collectors.joining(", ")) + ": "
                + (note == null ? "unexplained" : note) + ".";
    }

    private static List<Figure> far(Summary.Arm arm, boolean predicted) {
        return Arrays.stream(Figure.values())
                .filter(f -> f.isShown(arm))
                .filter(f -> {
                    Double off = predicted ? f.offPrediction(arm) : f.offPublished(arm);
                    return off != null && Math.abs(off) > WORTH_EXPLAINING;
                })
                .toList();
    }

    private static String one(Figure f, double off) {
        return String.format(Locale.ROOT, "%s %+.0f %%", f.title(), off * 100);
    }

    /** A percentile that lies where the distribution jumps moves far when a few requests move. */
    private static String steep(Evidence e, Figure f) {
        Double q = percentile(f);
        Summary.Measured m = e.arm().measured();
        if (q != null) {
            Times predicted = Times.of(e.replay().all().histogram());
            double low = predicted.at(Math.max(0, q - STEEP));
            double high = predicted.at(Math.min(1, q + STEEP));
            double measured = e.percentiles().at(q);
            if (low <= measured * 1.01 && measured <= high * 1.01)
                return String.format(
                        Locale.ROOT,
                        "the distribution is steep here, its predicted p%.0f is %.0f ms and its p%.0f %.0f ms",
                        Math.max(0, q - STEEP) * 100,
                        low,
                        Math.min(1, q + STEEP) * 100,
                        high);
        }
        if (m.errors() > 0) return "perhaps because of its " + m.errors() + " errors";
        if (e.arm().server() == null) return "all requests of the model take as long as one alone, on average";
        return "unexplained";
    }

    private static Double percentile(Figure f) {
        return switch (f) {
            case P50 -> 0.5;
            case P75 -> 0.75;
            case P95 -> 0.95;
            case P99 -> 0.99;
            default -> null;
        };
    }
}
