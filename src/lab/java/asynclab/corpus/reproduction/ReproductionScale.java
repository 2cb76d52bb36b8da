package asynclab.corpus.reproduction;

import static asynclab.document.Texts.text;

import asynclab.corpus.BenchmarkArm;
import asynclab.corpus.BenchmarkArm.FurtherFacts;
import asynclab.corpus.LoadLength;
import asynclab.corpus.PublishedFigure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The scale at which an arm is measured here, by one rule for all arms. Every time is divided by the smallest speed with which the arm
 * takes at most about a minute. Users, threads, requests and rates are then divided by the smallest number with which the
 * throughput is at most 1,000 requests per second, and an open load at most 500. So the same limit binds: the ratios of times are as
 * published, and so are those of users, threads and requests. Immutable.
 *
 * @param speed by which times are divided
 * @param divided by which users, threads, requests and rates are divided
 */
record ReproductionScale(int speed, int divided) {

    private static final List<Integer> SPEEDS = List.of(1, 2, 5, 10, 20, 50, 100);
    private static final double MOST_SECONDS = 60;
    private static final double MOST_PER_SECOND = 1_000; // through a client, a gateway and a backend on two processors
    private static final double MOST_ARRIVALS = 500; // JMeter starts a thread for each
    private static final int LARGEST = 1_000;
    private static final Pattern VALUE = Pattern.compile("(?<==)[^&]+");

    /**
     * The scale of an arm.
     *
     * @param perSecond its predicted throughput
     * @param atLeast the smallest speed
     */
    static ReproductionScale of(BenchmarkArm arm, double perSecond, int atLeast) {
        double seconds = seconds(arm, perSecond);
        int speed = SPEEDS.stream()
                .filter(each -> seconds / each <= MOST_SECONDS * 1.05)
                .findFirst()
                .orElse(SPEEDS.get(SPEEDS.size() - 1));
        int faster = Math.max(speed, atLeast);
        double most = arm.users() == null ? MOST_ARRIVALS : MOST_PER_SECOND;
        int divided = IntStream.rangeClosed(1, LARGEST)
                .filter(by -> perSecond * faster / by <= most && isWhole(arm, by))
                .findFirst()
                .orElse(1);
        return new ReproductionScale(faster, divided);
    }

    /** How long an arm takes. */
    static double seconds(BenchmarkArm arm, double perSecond) {
        LoadLength length = arm.length();
        if (length.requests() > 0) return length.requests() / perSecond;
        return length.loops() > 0 ? length.loops() * arm.users() / perSecond : length.seconds();
    }

    private static boolean isWhole(BenchmarkArm arm, int by) {
        return (arm.users() == null || arm.users() % by == 0)
                && (arm.threads() == null || arm.threads() % by == 0)
                && arm.length().requests() % by == 0;
    }

    /** The arm as it is measured here. Its published figures are those that the source would have at this scale. */
    BenchmarkArm of(BenchmarkArm arm) {
        FurtherFacts further = arm.further();
        LoadLength length = arm.length();
        var published = new LinkedHashMap<PublishedFigure, Double>();
        arm.published().forEach((figure, value) -> published.put(figure, of(figure, value)));
        return new BenchmarkArm(
                arm.name(),
                divided(arm.threads()),
                arm.holdSeconds() / speed,
                divided(arm.users()),
                new LoadLength(
                        length.text(),
                        length.requests() / divided,
                        length.loops(),
                        length.seconds() / speed,
                        length.perSecond() * speed / divided),
                Math.rint(arm.rampSeconds() / speed), // JMeter's are whole
                arm.thinkSeconds() / speed,
                arm.timeoutSeconds() == null ? null : (Double) (arm.timeoutSeconds() / speed),
                published,
                arm.limit(),
                new FurtherFacts(
                        further.hold(),
                        speed == 1 ? further.think() : faster(further.think()),
                        further.requestsALoop(),
                        further.calls(),
                        further.share(),
                        further.backgroundSeconds() / speed));
    }

    private Integer divided(Integer number) {
        return number == null ? null : (Integer) (number / divided);
    }

    /** A range, such as {@code minMs=100&maxMs=500}, is the only distribution of a think time. */
    private String faster(String range) {
        return VALUE.matcher(range).replaceAll(value -> "" + Math.round(Double.parseDouble(value.group()) / speed));
    }

    private double of(PublishedFigure figure, double value) {
        return switch (figure) {
            case X -> value * speed / divided;
            case N, FAILED -> value / divided;
            case RATIO -> value;
            default -> value / speed; // times
        };
    }

    /** For a reader; empty if the arm is measured as it was published. */
    String words() {
        if (speed == 1 && divided == 1) return "";
        String numbers = text("numbers ÷ %d", divided);
        if (speed == 1) return numbers;
        return text("times ÷ %d", speed) + (divided == 1 ? "" : ", " + numbers);
    }
}
