package asynclab.run.result;

import asynclab.document.Judgement;
import asynclab.document.ResultJson;
import asynclab.options.LabException;
import asynclab.run.plan.PublishedFigures;
import asynclab.run.result.figures.Measured;
import asynclab.run.result.figures.OverloadFigures;
import asynclab.run.result.figures.Predicted;
import asynclab.run.result.figures.ServerFigures;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A bound for a figure, as in {@code async.p99Ms<4100}, {@code async.throughput>=0.97*predicted} or
 * {@code async.meanMs<0.5*blocking.meanMs}. It must hold in every run. Figures have the names of {@code summary.json}, and are
 * compared as stored there, to three decimals. Immutable.
 *
 * @param text as given
 * @param factor the factor of the reference; the bound itself if there is no reference
 * @param reference {@code predicted}, {@code published}, the name of another arm, or null for a plain number
 * @param otherFigure the figure of the other arm; null without another arm
 */
public record Threshold(
        String text,
        String arm,
        String figure,
        String comparison,
        double factor,
        String reference,
        String otherFigure) {

    private static final String NAME = "([A-Za-z0-9-]+)\\.([A-Za-z0-9]+)";
    private static final String NUMBER = "(\\d+(?:\\.\\d+)?)";
    private static final Pattern SYNTAX = Pattern.compile(
            NAME + "(<=|>=|=|<|>)(?:" + NUMBER + "|(?:" + NUMBER + "\\*)?(?:(predicted|published)|" + NAME + "))");
    private static final String MODELS = "predicted";
    private static final String POSTS = "published";

    /** The place of each figure in the record, by the name of the figure. */
    private static final Map<String, JsonPointer> OF_CLIENT = pointers(Measured.class, "");

    private static final Map<String, JsonPointer> OF_SERVER = pointers(ServerFigures.class, "");
    private static final Map<String, JsonPointer> OF_MODEL = pointers(Predicted.class, "");

    /** Figures of the last minute of an overload. The names of its other figures already mean figures of the whole run. */
    private static final Set<String> OF_OVERLOAD = Set.of("ofCapacity", "waste", "refused", "gaveUp");

    private static final Set<String> MEASURED = new TreeSet<>(OF_CLIENT.keySet());
    private static final Set<String> PREDICTED = new TreeSet<>(OF_MODEL.keySet());
    private static final Set<String> PUBLISHED = new TreeSet<>(PublishedFigures.NAMES);

    static {
        MEASURED.addAll(OF_SERVER.keySet());
        MEASURED.addAll(OF_OVERLOAD);
        PREDICTED.addAll(OF_OVERLOAD);
    }

    /** Samples and errors have other names in predicted and published figures. */
    private static final Map<String, String> ELSEWHERE = Map.of("samples", "requests", "errors", "failed");

    /**
     * Reads thresholds that are separated by commas. An empty text has none.
     *
     * @throws LabException for a text that is no threshold, or for an unknown figure
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

    /** @throws LabException if a threshold names an arm that is not among these */
    public static void check(List<Threshold> thresholds, List<String> arms) {
        for (Threshold threshold : thresholds)
            for (String arm : threshold.otherFigure == null
                    ? List.of(threshold.arm)
                    : List.of(threshold.arm, threshold.reference))
                if (!arms.contains(arm))
                    throw new LabException("-Dassert must name an arm of this run, but \"" + threshold.text
                            + "\" has \"" + arm + "\". Arms of this run: " + String.join(", ", arms) + ".");
    }

    /**
     * The judgement of the first run that does not meet the threshold, or of the first run if all runs meet it. Call
     * {@link #check} before.
     */
    public Judgement of(Summary summary) {
        Judgement first = null;
        int runs = summary.arm(arm).runs().size();
        for (int run = 0; run < runs; run++) {
            Judgement judged = of(summary, run, runs > 1 ? " in run " + (run + 1) : "");
            if (!judged.met()) return judged;
            if (first == null) first = judged;
        }
        return first;
    }

    private Judgement of(Summary summary, int run, String where) {
        Double measured = measured(summary, arm, figure, run);
        Double bound = bound(summary, run);
        boolean met = measured != null && bound != null && Judgement.holds(measured, comparison, bound);
        String detail = "measured " + number(measured) + where;
        if (reference == null) return new Judgement(text, met, detail);
        String name = otherFigure == null ? reference : reference + "." + otherFigure;
        return new Judgement(
                text,
                met,
                detail + ", and " + (factor == 1 ? "" : number(factor) + "*") + name + " is " + number(bound));
    }

    private Double bound(Summary summary, int run) {
        if (reference == null) return factor;
        String name = elsewhere(figure);
        if (MODELS.equals(reference) && OF_OVERLOAD.contains(name)) {
            Double predicted = overload(summary.arm(arm).overload(), name, true);
            return predicted == null ? null : (Double) (factor * predicted);
        }
        Double of = MODELS.equals(reference)
                ? number(summary.arm(arm).predicted(), OF_MODEL.get(name))
                : POSTS.equals(reference)
                        ? number(summary.arm(arm).published(), JsonPointer.valueOf("/" + name))
                        : measured(summary, reference, otherFigure, run);
        return of == null ? null : (Double) (factor * of);
    }

    private static Double measured(Summary summary, String arm, String figure, int number) {
        List<RunResult> runs = summary.arm(arm).runs();
        RunResult run = runs.get(Math.min(number, runs.size() - 1));
        if (OF_OVERLOAD.contains(figure)) return overload(run.overload(), figure, false);
        JsonPointer ofClient = OF_CLIENT.get(figure);
        return ofClient != null ? number(run.measured(), ofClient) : number(run.server(), OF_SERVER.get(figure));
    }

    private static Double overload(RunResult.Overload overload, String figure, boolean predicted) {
        if (overload == null) return null;
        OverloadFigures figures = predicted ? overload.predicted() : overload.measured();
        return number(figures.lastMinute(), JsonPointer.valueOf("/" + figure));
    }

    /** The figure as it is stored; null for a figure that does not exist. */
    private static Double number(Record figures, JsonPointer pointer) {
        JsonNode value = ResultJson.mapper().valueToTree(figures).at(pointer);
        return value.isNumber() ? (Double) value.doubleValue() : null;
    }

    private static String number(Double value) {
        return value == null
                ? "nothing"
                : value == Math.rint(value) ? Long.toString(value.longValue()) : Double.toString(value);
    }

    private static Map<String, JsonPointer> pointers(Class<?> record, String path) {
        var pointers = new TreeMap<String, JsonPointer>();
        for (RecordComponent component : record.getRecordComponents()) {
            String own = path + "/" + component.getName();
            Class<?> type = component.getType();
            if (type.isRecord()) pointers.putAll(pointers(type, own));
            else if (type.isPrimitive() || Number.class.isAssignableFrom(type))
                pointers.put(component.getName(), JsonPointer.valueOf(own));
        }
        return pointers;
    }
}
