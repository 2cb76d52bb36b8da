package asynclab.calibration;

import asynclab.run.result.Conclusion;
import java.util.List;
import java.util.stream.Stream;

/** A measured workload beside its forecast. */
record ScoredWorkload(WorkloadForecast forecast, MeasuredWorkload measured) {

    /** A measured figure beside its forecast. */
    record ScoredFigure(ScoredWorkload of, String arm, CalibrationFigure figure) {

        FigureForecast forecast() {
            return of.forecast.arms().get(arm).get(figure);
        }

        double measured() {
            return of.measured.figure(arm, figure);
        }

        /** Measured ÷ expected − 1. */
        double deviation() {
            return measured() / forecast().expected() - 1;
        }

        /** The same for the prediction with the seed of the run. */
        double deviationOfSameDraws() {
            return measured() / of.measured.sameDraws(arm, figure) - 1;
        }

        boolean isWithin(double share) {
            return Math.abs(deviation()) <= share;
        }

        boolean isCovered() {
            return forecast().interval().contains(measured());
        }

        boolean isCoveredBySeeds() {
            return forecast().overSeeds().contains(measured());
        }
    }

    /** The measured workloads, in the order of the forecasts. */
    static List<ScoredWorkload> of(List<WorkloadForecast> forecasts, List<MeasuredWorkload> measured) {
        return forecasts.stream()
                .flatMap(forecast -> measured.stream()
                        .filter(one -> one.name().equals(forecast.name()))
                        .map(one -> new ScoredWorkload(forecast, one)))
                .toList();
    }

    /** The figures of both arms. The goodput is left out where it is the throughput, because no request fails. */
    Stream<ScoredFigure> figures() {
        return forecast.arms().keySet().stream().flatMap(arm -> Stream.of(CalibrationFigure.values())
                .filter(figure -> figure != CalibrationFigure.GOODPUT || hasFailures(arm))
                .map(figure -> new ScoredFigure(this, arm, figure)));
    }

    private boolean hasFailures(String arm) {
        var figures = forecast.arms().get(arm);
        return figures.get(CalibrationFigure.GOODPUT).expected()
                        < figures.get(CalibrationFigure.THROUGHPUT).expected()
                || measured.figure(arm, CalibrationFigure.GOODPUT) < measured.figure(arm, CalibrationFigure.THROUGHPUT);
    }

    Stream<ScoredFigure> figures(CalibrationFigure kind) {
        return figures().filter(one -> one.figure == kind);
    }

    /** What the single pair of runs shows. It has no interval, so it always decides. */
    Conclusion.Kind measuredVerdict() {
        return Conclusion.kind(measured.ratio(), measured.ratio());
    }

    boolean isUndecided() {
        return forecast.verdict() == Conclusion.Kind.UNDECIDED;
    }

    /** Whether the forecast decided, and wrongly. */
    boolean isWrong() {
        return !isUndecided() && forecast.verdict() != measuredVerdict();
    }
}
