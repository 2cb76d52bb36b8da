package asynclab.result;

import asynclab.options.LabException;
import asynclab.plan.Experiment;
import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is asked of a figure, as in {@code async.p99Ms<4100}, {@code async.throughput>=0.97*predicted} or
 * {@code async.meanMs<0.5*blocking.meanMs}. It must hold in every run. Figures are called as in {@code summary.json}, and are
 * compared as stored there, to three decimals. Immutable.
 *
 * @param text as it was given
 * @param factor of the reference; the bound itself where there is none
 * @param reference {@code predicted}, {@code published}, the name of another arm, or null for a plain number
 * @param otherFigure of the other arm, else null
 */
public record Threshold(
        String text,
        String arm,
        String figure,
        String comparison,
        double factor,
        String reference,
        String otherFigure) {

    /** Whether it was met, and by which figure. */
    public record Outcome(String threshold, boolean met, String detail) {}

    private static final String NAME = "([A-Za-z0-9-]+)\\.([A-Za-z0-9]+)";
    private static final String NUMBER = "(\\d+(?:\\.\\d+)?)";
    private static final Pattern SYNTAX = Pattern.compile(
            NAME + "(<=|>=|=|<|>)(?:" + NUMBER + "|(?:" + NUMBER + "\\*)?(?:(predicted|published)|" + NAME + "))");
    private static final String MODELS = "predicted";
    private static final String POSTS = "published";

    private static final Set<String> MEASURED = numbers(Summary.Measured.class, Summary.ServerFigures.class);
    private static final Set<String> PREDICTED = numbers(Summary.Predicted.class);
    private static final Set<String> PUBLISHED = numbers(Experiment.Figures.class);
    /** What the plan's samples are called where nothing was sampled. */
    private static final Map<String, String> ELSEWHERE = Map.of("samples", "requests", "errors", "failed");

    /**
     * Reads thresholds apart by commas; none from an empty text.
     *
     * @throws LabException for what is not one, or for a figure there is not
     */
    public static List<Threshold> parse(String text) {
        return Stream.of(text.split(","))
                .map(String::strip)
                .filter(one -> !one.isEmpty())
                .map(Threshold::parseOne)
                .toList();
    }

    private static Threshold parseOne(String text) {
        Matcher m = SYNTAX.matcher(text.replaceAll("\\s", ""));
        if (!m.matches())
            throw new LabException(
                    "-Dassert must be ARM.FIGURE, then one of < <= = >= >, then a bound, but was \"" + text + "\"."
                            + " A bound is a number, predicted, published or ARM.FIGURE. The last three may have a factor, as in"
                            + " 0.97*predicted. Commas separate several thresholds.");
        String reference = m.group(6) != null ? m.group(6) : m.group(7);
        String factor = m.group(4) != null ? m.group(4) : m.group(5) != null ? m.group(5) : "1";
        var threshold = new Threshold(
                text, m.group(1), m.group(2), m.group(3), Double.parseDouble(factor), reference, m.group(8));
        known(threshold.figure, MEASURED, "measured", text);
        if (MODELS.equals(reference)) known(elsewhere(threshold.figure), PREDICTED, "predicted", text);
        if (POSTS.equals(reference)) known(elsewhere(threshold.figure), PUBLISHED, "published", text);
        if (threshold.otherFigure != null) known(threshold.otherFigure, MEASURED, "measured", text);
        return threshold;
    }

    private static void known(String figure, Set<String> figures, String kind, String text) {
        if (!figures.contains(figure))
            throw new LabException("-Dassert must name a figure that is " + kind + ", but \"" + text + "\" has "
                    + figure + ". Figures that are " + kind + ": " + String.join(", ", figures) + ".");
    }

    private static String elsewhere(String figure) {
        return ELSEWHERE.getOrDefault(figure, figure);
    }

    /** @throws LabException if a threshold is of an arm that is not among those */
    public static void check(List<Threshold> thresholds, List<String> arms) {
        for (Threshold threshold : thresholds)
            for (String arm : threshold.otherFigure == null
                    ? List.of(threshold.arm)
                    : List.of(threshold.arm, threshold.reference))
                if (!arms.contains(arm))
                    throw new LabException("-Dassert must name an arm of this run, but \"" + threshold.text
                            + "\" has \"" + arm + "\". Arms of this run: " + String.join(", ", arms) + ".");
    }

    /** The first run that does not meet it, or how the first one does; {@link #check} knows the arms. */
    public Outcome of(Summary summary) {
        Outcome first = null;
        int runs = summary.arm(arm).runs().size();
        for (int run = 0; run < runs; run++) {
            Outcome outcome = of(summary, run, runs > 1 ? " in run " + (run + 1) : "");
            if (!outcome.met) return outcome;
            if (first == null) first = outcome;
        }
        return first;
    }

    private Outcome of(Summary summary, int run, String where) {
        Double measured = measured(summary, arm, figure, run);
        Double bound = bound(summary, run);
        boolean met = measured != null && bound != null && holds(measured, bound);
        String detail = "measured " + number(measured) + where;
        if (reference == null) return new Outcome(text, met, detail);
        String name = otherFigure == null ? reference : reference + "." + otherFigure;
        return new Outcome(
                text,
                met,
                detail + ", and " + (factor == 1 ? "" : number(factor) + "*") + name + " is " + number(bound));
    }

    private boolean holds(double measured, double bound) {
        return switch (comparison) {
            case "<" -> measured < bound;
            case "<=" -> measured <= bound;
            case "=" -> measured == bound;
            case ">=" -> measured >= bound;
            default -> measured > bound;
        };
    }

    private Double bound(Summary summary, int run) {
        if (reference == null) return factor;
        Double of = MODELS.equals(reference)
                ? number(summary.arm(arm).predicted(), elsewhere(figure))
                : POSTS.equals(reference)
                        ? number(summary.arm(arm).published(), elsewhere(figure))
                        : measured(summary, reference, otherFigure, run);
        return of == null ? null : (Double) (factor * of);
    }

    private static Double measured(Summary summary, String arm, String figure, int number) {
        List<Summary.Run> runs = summary.arm(arm).runs();
        Summary.Run run = runs.get(Math.min(number, runs.size() - 1));
        Double ofClient = number(run.measured(), figure);
        return ofClient != null ? ofClient : number(run.server(), figure);
    }

    /** As stored; null for what is not there. */
    private static Double number(Record figures, String name) {
        JsonNode value = Summary.mapper().valueToTree(figures).path(name);
        return value.isNumber() ? (Double) value.doubleValue() : null;
    }

    private static String number(Double value) {
        return value == null
                ? "nothing"
                : value == Math.rint(value) ? Long.toString(value.longValue()) : Double.toString(value);
    }

    private static Set<String> numbers(Class<?>... records) {
        return Arrays.stream(records)
                .flatMap(record -> Arrays.stream(record.getRecordComponents()))
                .filter(component ->
                        component.getType().isPrimitive() || Number.class.isAssignableFrom(component.getType()))
                .map(RecordComponent::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
