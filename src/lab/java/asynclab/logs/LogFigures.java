package asynclab.logs;

import asynclab.document.FigureThresholds;
import asynclab.options.LabException;
import asynclab.traffic.Answer;
import asynclab.traffic.Waiting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The figures of a log that a threshold can name. */
public final class LogFigures {

    /** The figures by their names. A figure is null if there is none, such as the smallest pool if no pool is enough. */
    private static final Map<String, BiFunction<LogReading, Answer, Number>> FIGURES = new LinkedHashMap<>();

    static {
        ofAnswer("requests", answer -> answer.learned().requests());
        ofAnswer("perSecond", answer -> answer.learned().perSecond());
        ofAnswer("meanMs", answer -> answer.learned().durations().meanMs());
        ofAnswer("p99Ms", answer -> answer.learned().durations().p99Ms());
        ofAnswer("inFlightMean", answer -> answer.learned().inFlight().mean());
        ofAnswer("inFlightP99", answer -> answer.learned().inFlight().p99());
        ofAnswer("inFlightMax", answer -> answer.learned().inFlight().max());
        ofAnswer("pinnedPercent", LogFigures::pinnedPercent);
        ofAnswer("busyThreadsMax", Answer::busyThreadsMax);
        ofAnswer("poolLastsTimes", answer -> answer.poolLasts().loadFactor());
        ofAnswer("waitingP99Ms", answer -> today(answer).times().p99Ms());
        ofAnswer("overMaxWaitPercent", answer -> today(answer).overMaxWaitPercent());
        ofAnswer("failedPercent", answer -> today(answer).failedPercent());
        ofAnswer("smallestPool", Answer::smallestPool);
        ofAnswer(
                "asyncEndpoints",
                answer -> answer.fewestAsync() == null
                        ? null
                        : answer.fewestAsync().size());
        ofAnswer("blockingServers", answer -> answer.fleetsAsked().blockingEvenly());
        ofAnswer("asyncServers", answer -> answer.fleetsAsked().asyncEvenly());
        FIGURES.put("badPercent", (reading, answer) -> reading.badPercent());
    }

    private LogFigures() {}

    /** The names of all figures. */
    public static List<String> names() {
        return List.copyOf(FIGURES.keySet());
    }

    private static void ofAnswer(String name, Function<Answer, Number> figure) {
        FIGURES.put(name, (reading, answer) -> figure.apply(answer));
    }

    private static Number pinnedPercent(Answer answer) {
        var pinned = answer.learned().inFlight().ceiling();
        return pinned == null ? 0 : pinned.sharePercent();
    }

    private static Waiting today(Answer answer) {
        return answer.variants().get(0).waiting().get(0);
    }

    /** A figure without a value is absent. */
    static Map<String, Double> of(LogReading reading, Answer answer) {
        var figures = new LinkedHashMap<String, Double>();
        FIGURES.forEach((name, figure) -> {
            Number value = figure.apply(reading, answer);
            if (value != null && !Double.isNaN(value.doubleValue())) figures.put(name, value.doubleValue());
        });
        return figures;
    }

    /** @throws LabException if a threshold is malformed, or names no figure of a log */
    static void check(String thresholds) {
        FigureThresholds.check(thresholds, FIGURES.keySet());
    }
}
