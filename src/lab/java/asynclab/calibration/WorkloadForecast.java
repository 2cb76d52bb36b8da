package asynclab.calibration;

import asynclab.document.ResultJson;
import asynclab.model.Trace;
import asynclab.run.ExperimentRun;
import asynclab.run.plan.Experiment;
import asynclab.run.plan.PlannedArm;
import asynclab.run.result.Conclusion;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The prediction of one workload. It does not use the seed of the measured run, so it knows none of that run's random numbers. The
 * overhead of a request is unknown: it is uniform from 0 to {@value #MOST_OVERHEAD_MILLIS} ms, and the same for all requests of a run.
 *
 * @param seconds how long both arms take, with servers, JMeter and warm-up
 * @param arms by their names
 * @param ratio of the goodputs, asynchronous ÷ blocking
 * @param verdict by the interval of the ratio, as the lab concludes from measured runs
 */
record WorkloadForecast(
        Experiment workload,
        double seconds,
        Map<String, Map<CalibrationFigure, FigureForecast>> arms,
        FigureForecast ratio,
        Conclusion.Kind verdict) {

    /** The most time that client, sockets, container and timer add to a request. JMeter measures whole milliseconds. */
    static final int MOST_OVERHEAD_MILLIS = 3;

    private static final long FIRST_SEED = 1_001; // a workload's run has its number as seed
    private static final ObjectWriter ONE_LINE =
            ResultJson.mapper().writer().without(SerializationFeature.INDENT_OUTPUT);

    /** The figures of each seed of an arm. */
    private record SeedFigures(
            List<Map<CalibrationFigure, Double>> alone,
            List<Map<CalibrationFigure, Double>> withOverhead,
            double seconds) {

        static SeedFigures of(Experiment workload, PlannedArm arm) {
            var overheads = new SplittableRandom(arm.name().hashCode());
            var alone = new ArrayList<Map<CalibrationFigure, Double>>();
            var longer = new ArrayList<Map<CalibrationFigure, Double>>();
            double millis = 0;
            for (int i = 0; i < FigureForecast.SEEDS; i++) {
                Trace trace = ArmSimulation.run(workload, arm, FIRST_SEED + i, 0);
                millis += trace.whole().millis() / FigureForecast.SEEDS;
                alone.add(CalibrationFigure.of(trace));
                double overhead = overheads.nextDouble() * MOST_OVERHEAD_MILLIS;
                longer.add(CalibrationFigure.of(ArmSimulation.run(workload, arm, FIRST_SEED + i, overhead)));
            }
            return new SeedFigures(alone, longer, millis / 1_000);
        }

        FigureForecast forecast(CalibrationFigure figure) {
            Function<List<Map<CalibrationFigure, Double>>, List<Double>> each =
                    runs -> runs.stream().map(run -> run.get(figure)).toList();
            return figure.forecast(each.apply(alone), each.apply(withOverhead));
        }

        Map<CalibrationFigure, FigureForecast> forecasts() {
            var all = new EnumMap<CalibrationFigure, FigureForecast>(CalibrationFigure.class);
            for (CalibrationFigure figure : CalibrationFigure.values()) all.put(figure, forecast(figure));
            return all;
        }
    }

    static WorkloadForecast of(Experiment workload) {
        var arms = new LinkedHashMap<String, SeedFigures>();
        for (PlannedArm arm : workload.arms()) arms.put(arm.name(), SeedFigures.of(workload, arm));
        var forecasts = new LinkedHashMap<String, Map<CalibrationFigure, FigureForecast>>();
        arms.forEach((name, seeds) -> forecasts.put(name, seeds.forecasts()));
        SeedFigures blocking = arms.get(WorkloadDraw.BLOCKING);
        SeedFigures async = arms.get(WorkloadDraw.ASYNC);
        FigureForecast ratio = FigureForecast.of(
                ratios(async.alone, blocking.alone), ratios(async.withOverhead, blocking.withOverhead), 0, 0);
        double seconds =
                arms.values().stream().mapToDouble(SeedFigures::seconds).sum()
                        + arms.size()
                                * (ExperimentRun.SECONDS_ROUND_AN_ARM
                                        + workload.warmup().seconds(workload.workload()));
        return new WorkloadForecast(
                workload,
                seconds,
                forecasts,
                ratio,
                Conclusion.kind(ratio.interval().low(), ratio.interval().high()));
    }

    private static List<Double> ratios(
            List<Map<CalibrationFigure, Double>> numerators, List<Map<CalibrationFigure, Double>> denominators) {
        var ratios = new ArrayList<Double>();
        for (int i = 0; i < numerators.size(); i++)
            ratios.add(numerators.get(i).get(CalibrationFigure.GOODPUT)
                    / denominators.get(i).get(CalibrationFigure.GOODPUT));
        return ratios;
    }

    /** The same text on every machine: a line of JSON for each workload. */
    static String list(List<WorkloadForecast> all) {
        return all.stream().map(WorkloadForecast::line).collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    String line() {
        try {
            return ONE_LINE.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e); // records of texts and numbers
        }
    }

    String name() {
        return workload.name();
    }
}
