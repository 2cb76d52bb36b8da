package asynclab.logs;

import asynclab.document.Texts;
import asynclab.options.LabException;
import asynclab.result.Threshold;
import asynclab.result.Threshold.Judgement;
import asynclab.traffic.Answer;
import asynclab.traffic.TrafficStatistics;
import asynclab.traffic.Waiting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures of a log that a threshold can name, and these thresholds, as in {@code busyThreadsMax<180,poolLastsTimes>2}. */
final class LogFigures {

    private static final Pattern SYNTAX = Pattern.compile("([A-Za-z0-9]+)(<=|>=|=|<|>)(\\d+(?:\\.\\d+)?)");
    private static final List<String> NAMES = List.of(
            "requests",
            "perSecond",
            "meanMs",
            "p99Ms",
            "inFlightMean",
            "inFlightP99",
            "inFlightMax",
            "pinnedPercent",
            "busyThreadsMax",
            "poolLastsTimes",
            "waitingP99Ms",
            "over100Percent",
            "smallestPool",
            "asyncEndpoints",
            "blockingServers",
            "asyncServers",
            "badPercent");

    private LogFigures() {}

    /** A figure that there is not, such as the smallest pool if no pool is enough, is absent. */
    static Map<String, Double> of(LogReading reading, Answer answer) {
        TrafficStatistics learned = answer.learned();
        Waiting today = answer.variants().get(0).waiting().get(0);
        var pinned = learned.inFlight().ceiling();
        List<? extends Number> values = Stream.of(
                        learned.requests(),
                        learned.perSecond(),
                        learned.durations().meanMs(),
                        learned.durations().p99Ms(),
                        learned.inFlight().mean(),
                        learned.inFlight().p99(),
                        learned.inFlight().max(),
                        pinned == null ? 0 : pinned.sharePercent(),
                        answer.busyThreadsMax(),
                        answer.poolLasts().loadFactor(),
                        today.p99Ms(),
                        today.over100Percent(),
                        orNone(answer.smallestPool()),
                        answer.fewestAsync() == null
                                ? Double.NaN
                                : answer.fewestAsync().size(),
                        orNone(answer.fleetsAsked().blockingEvenly()),
                        orNone(answer.fleetsAsked().asyncEvenly()),
                        reading.badPercent())
                .toList();
        var figures = new LinkedHashMap<String, Double>();
        for (int i = 0; i < NAMES.size(); i++)
            if (!Double.isNaN(values.get(i).doubleValue()))
                figures.put(NAMES.get(i), values.get(i).doubleValue());
        return figures;
    }

    private static double orNone(Integer value) {
        return value == null ? Double.NaN : value;
    }

    /** @throws LabException if a threshold is malformed, or names no figure of a log */
    static void check(String thresholds) {
        matchers(thresholds);
    }

    /** Judges each threshold. A figure that there is not meets none. */
    static List<Judgement> judge(String thresholds, Map<String, Double> figures) {
        var judgements = new ArrayList<Judgement>();
        for (Matcher m : matchers(thresholds)) {
            Double value = figures.get(m.group(1));
            boolean met = value != null && Threshold.holds(value, m.group(2), Double.parseDouble(m.group(3)));
            judgements.add(new Judgement(
                    m.group(), met, value == null ? "there is no such number" : "it is " + Texts.number(value)));
        }
        return List.copyOf(judgements);
    }

    private static List<Matcher> matchers(String thresholds) {
        return Stream.of(thresholds.split(","))
                .map(text -> text.replaceAll("\\s", ""))
                .filter(text -> !text.isEmpty())
                .map(LogFigures::matcher)
                .toList();
    }

    private static Matcher matcher(String text) {
        Matcher m = SYNTAX.matcher(text);
        if (!m.matches() || !NAMES.contains(m.group(1)))
            throw new LabException(
                    "-Dassert for a log must be FIGURE, then one of < <= = >= >, then a number, but was \"" + text
                            + "\". Figures: " + String.join(", ", NAMES) + ".");
        return m;
    }

    /** @throws LabException if one was not met */
    static void failUnlessMet(List<Judgement> judgements) {
        String missed = judgements.stream()
                .filter(judgement -> !judgement.met())
                .map(judgement -> judgement.threshold() + " is not met: " + judgement.detail())
                .collect(Collectors.joining("; "));
        if (!missed.isEmpty()) throw new LabException(missed + ".");
    }
}
