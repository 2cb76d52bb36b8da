package asynclab.calibration;

import asynclab.run.result.figures.SeedRange.Range;
import java.util.List;

/**
 * The prediction of a figure.
 *
 * @param expected the median over seeds, without a fitted parameter
 * @param overSeeds the {@value #PERCENT} % interval of the seeds alone
 * @param within5 the share of seeds with overhead that are within 5 % of {@code expected}; a perfect model would have this share
 * @param interval the {@value #PERCENT} % interval of the seeds, of the overhead and of the measurement
 */
record FigureForecast(double expected, Range overSeeds, double within5, Range interval) {

    /** The number of seeds. Of 100 exchangeable runs, each is from the 5th to the 95th of the 99 others with a probability of 90 %. */
    static final int SEEDS = 99;

    static final int PERCENT = 90;

    static final double NEAR = 0.05;

    private static final int BELOW = (SEEDS + 1) * (100 - PERCENT) / 200;

    /**
     * @param alone the figure of each seed
     * @param withOverhead the same with an overhead
     * @param error of the measurement, as a share of the figure, and in its unit. It is independent of the seed
     */
    static FigureForecast of(List<Double> alone, List<Double> withOverhead, double errorShare, double error) {
        double expected = alone.stream().sorted().toList().get(SEEDS / 2);
        long near = withOverhead.stream()
                .filter(figure -> Math.abs(figure / expected - 1) <= NEAR)
                .count();
        Range interval = wider(middle(withOverhead), errorShare * expected + error);
        return new FigureForecast(expected, middle(alone), near / (double) SEEDS, interval);
    }

    private static Range middle(List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        return new Range(sorted.get(BELOW - 1), sorted.get(SEEDS - BELOW));
    }

    private static Range wider(Range range, double error) {
        double middle = (range.low() + range.high()) / 2;
        double half = Math.hypot((range.high() - range.low()) / 2, error);
        return new Range(middle - half, middle + half);
    }
}
