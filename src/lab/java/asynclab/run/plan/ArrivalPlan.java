package asynclab.run.plan;

import asynclab.model.OpenWorkload;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * The arrivals of an open load. {@link #schedule} is the text for JMeter's Open Model Thread Group. {@link #arrivalMillis} are
 * the times that this thread group draws from the same seed. So the prediction and the run have the same arrivals. Immutable.
 *
 * <p>Source: {@code ThreadScheduleProcessGenerator} of JMeter 5.6.3. A step of rate r and duration d has ⌊r·d⌋ arrivals. Random
 * arrivals are independent and uniform within the step. They are a Poisson process with a given number of arrivals in each step.
 * So steps of one second replay the numbers of a log.
 *
 * @param process independent or evenly spaced arrivals
 * @param steps one after another; empty if {@code rates} are given
 * @param rates the rate of each second, in requests per second; empty if {@code steps} are given
 */
public record ArrivalPlan(
        ArrivalProcess process,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ArrivalStep> steps,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Double> rates)
        implements OpenWorkload.Schedule {

    /** The kinds of arrivals of JMeter's schedule. */
    public enum ArrivalProcess {
        @JsonProperty("poisson")
        POISSON("random_arrivals"),
        @JsonProperty("constant")
        CONSTANT("even_arrivals");

        private final String function;

        ArrivalProcess(String function) {
            this.function = function;
        }
    }

    /** A time of constant rate. A rate of 0 is a pause. */
    public record ArrivalStep(double perSecond, double seconds) {

        public ArrivalStep {
            if (!(perSecond >= 0 && perSecond <= 1e6) || !(seconds > 0 && seconds <= 1e6))
                throw new IllegalArgumentException("A step of arrivals must have perSecond from 0 and seconds above 0,"
                        + " but had " + perSecond + " and " + seconds + ".");
        }

        /** The number of arrivals, rounded as JMeter rounds it. */
        int arrivals() {
            return (int) (perSecond * seconds);
        }
    }

    public ArrivalPlan {
        process = process == null ? ArrivalProcess.POISSON : process;
        steps = steps == null ? List.of() : List.copyOf(steps);
        rates = rates == null ? List.of() : List.copyOf(rates);
        if (steps.isEmpty() == rates.isEmpty())
            throw new IllegalArgumentException("Arrivals must have either steps or rates.");
    }

    /** Arrivals with the given number in each second. */
    public static ArrivalPlan perSecond(List<Double> rates) {
        return new ArrivalPlan(ArrivalProcess.POISSON, List.of(), rates);
    }

    private List<ArrivalStep> all() {
        return steps.isEmpty()
                ? rates.stream().map(rate -> new ArrivalStep(rate, 1)).toList()
                : steps;
    }

    /** The same plan with every rate multiplied. */
    public ArrivalPlan times(double factor) {
        return new ArrivalPlan(
                process,
                steps.stream()
                        .map(s -> new ArrivalStep(s.perSecond * factor, s.seconds))
                        .toList(),
                rates.stream().map(rate -> rate * factor).toList());
    }

    /** Durations are divided by the speed, and rates multiplied. */
    ArrivalPlan faster(int speed) {
        if (speed == 1) return this;
        return new ArrivalPlan(
                process,
                all().stream()
                        .map(s -> new ArrivalStep(s.perSecond * speed, s.seconds / speed))
                        .toList(),
                List.of());
    }

    public double seconds() {
        return all().stream().mapToDouble(ArrivalStep::seconds).sum();
    }

    /** The number of arrivals, which is the same for every seed. */
    public int requests() {
        return all().stream().mapToInt(ArrivalStep::arrivals).sum();
    }

    /** The mean rate, in requests per second. */
    public double meanPerSecond() {
        return requests() / seconds();
    }

    /** Whether the rate is the same all the time, so that there can be a steady state. */
    @Override
    public boolean isConstant() {
        return all().stream().mapToDouble(ArrivalStep::perSecond).distinct().count() == 1;
    }

    /**
     * The text of JMeter's schedule. A rate before and after each step keeps the rate constant within it.
     *
     * @param pauseSeconds the pause after the last arrival; JMeter interrupts the requests that are not answered by its end
     */
    public String schedule(double pauseSeconds) {
        return all().stream().map(this::text).collect(Collectors.joining(" ")) + " pause(" + plain(pauseSeconds)
                + " sec)";
    }

    /**
     * The properties of {@code jmeter/open.jmx} that say when requests are sent: a warm-up and a pause, the arrivals, and the
     * time that the last requests need.
     *
     * @param perSecond the rate of the warm-up, which has evenly spaced requests; 0 for no warm-up
     * @param restSeconds the pause after the warm-up
     */
    public Map<String, Object> properties(int perSecond, int seconds, double restSeconds, double pauseSeconds) {
        var properties = new LinkedHashMap<String, Object>();
        properties.put(
                "jmeterengine.force.system.exit", true); // otherwise idle threads keep JMeter running for a minute
        var warmup = new ArrivalStep(perSecond, seconds);
        properties.put("warmupRequests", warmup.arrivals());
        properties.put(
                "schedule",
                new ArrivalPlan(ArrivalProcess.CONSTANT, List.of(warmup), List.of()).schedule(restSeconds) + " "
                        + schedule(pauseSeconds));
        return properties;
    }

    private String text(ArrivalStep step) {
        String rate = "rate(" + plain(step.perSecond) + "/sec)";
        return rate + " " + process.function + "(" + plain(step.seconds) + " sec) " + rate;
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** @param seed not 0, because JMeter takes 0 for a random seed */
    @Override
    public double[] arrivalMillis(long seed) {
        var random = new Random(seed);
        var millis = new double[requests()];
        int count = 0;
        double from = 0;
        for (ArrivalStep step : all()) {
            int first = count;
            for (int i = 0; i < step.arrivals(); i++)
                millis[count++] = 1_000
                        * (from
                                + (process == ArrivalProcess.POISSON
                                        ? random.nextDouble() * step.seconds
                                        : i / step.perSecond));
            Arrays.sort(millis, first, count);
            from += step.seconds;
        }
        return millis;
    }
}
