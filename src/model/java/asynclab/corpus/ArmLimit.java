package asynclab.corpus;

import asynclab.corpus.BenchmarkArm.FurtherFacts;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/**
 * The laws of an arm: which limit binds, and the highest throughput that the parameters allow. They hold for every order of service, so a
 * figure above is not possible (Denning and Buzen 1978). Immutable.
 *
 * @param kind the limit that binds
 * @param perSecond requests per second, in all; infinite without a limit
 * @param words the arithmetic, for a reader
 */
public record ArmLimit(LimitKind kind, double perSecond, String words) {

    private static final int SHORT_WORK = 5; // is at most a fifth of the ramp

    /** What limits an arm. */
    public enum LimitKind {
        POOL("pool"), // threads, workers, connections
        USERS("users"), // each has one request at a time
        RATE("offered rate"),
        HOLD("hold time"), // a single round, in which all requests begin at once
        UNKNOWN("unknown"), // the parameters do not say
        RAMP("ramp"); // each user has ended long before the last one starts. Last, because colours go by the order

        private final String label;

        LimitKind(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    static ArmLimit of(BenchmarkArm arm, double holdSeconds, double thinkSeconds) {
        FurtherFacts further = arm.further();
        double pool = arm.threads() == null
                ? Double.POSITIVE_INFINITY
                : arm.threads() * (double) further.requestsALoop() / (holdSeconds * further.share() * further.calls());
        double users = arm.users() == null
                ? Double.POSITIVE_INFINITY
                : arm.users() * (double) further.requestsALoop() / (holdSeconds + thinkSeconds);
        double rate = arm.length().perSecond() > 0 ? arm.length().perSecond() : Double.POSITIVE_INFINITY;
        double lowest = Math.min(pool, Math.min(users, rate));
        double worked = arm.threads() == null ? pool : arm.threads() / (holdSeconds + further.backgroundSeconds());
        if (Double.isInfinite(lowest)) return new ArmLimit(LimitKind.UNKNOWN, lowest, "no limit is known");
        if (further.backgroundSeconds() > 0 && worked < Math.min(users, rate))
            return new ArmLimit(
                    LimitKind.POOL,
                    lowest, // until the work after the responses has begun
                    text(
                            "%,d threads ÷ (%s + %s) s = %s req/s",
                            arm.threads(), number(holdSeconds), number(further.backgroundSeconds()), number(worked)));
        ArmLimit ramp = ramp(arm, holdSeconds + thinkSeconds);
        if (ramp.perSecond < lowest) return ramp;
        if (pool == lowest && pool < users) return new ArmLimit(LimitKind.POOL, pool, pool(arm, holdSeconds, pool));
        if (rate == lowest) return new ArmLimit(LimitKind.RATE, rate, text("%s req/s are offered", number(rate)));
        String words = text(
                "%,d users ÷ %s s%s = %s req/s",
                arm.users(), number(holdSeconds + thinkSeconds), times(further.requestsALoop()), number(users));
        return isSingle(arm)
                ? new ArmLimit(LimitKind.HOLD, users, text("one round of %s s", number(holdSeconds)))
                : new ArmLimit(LimitKind.USERS, users, words);
    }

    /** All requests from the first start to the last end. A ramp that is not long beside the loops of a user is no limit. */
    private static ArmLimit ramp(BenchmarkArm arm, double loopSeconds) {
        double requests = arm.users() == null
                ? 0
                : arm.users() * (double) arm.length().loops() * arm.further().requestsALoop();
        double lastStart = requests == 0 ? 0 : arm.rampSeconds() * (arm.users() - 1) / arm.users();
        double work = arm.length().loops() * loopSeconds;
        double perSecond = lastStart > SHORT_WORK * work ? requests / (lastStart + work) : Double.POSITIVE_INFINITY;
        return new ArmLimit(
                LimitKind.RAMP,
                perSecond,
                text(
                        "%s requests over a ramp of %s s = %s req/s",
                        number(requests), number(arm.rampSeconds()), number(perSecond)));
    }

    private static String pool(BenchmarkArm arm, double holdSeconds, double pool) {
        FurtherFacts further = arm.further();
        return text(
                "%,d %s ÷ %s s%s%s = %s req/s",
                arm.threads(),
                arm.threads() == 1 ? "thread" : "threads",
                number(holdSeconds * further.share()),
                further.calls() > 1 ? " ÷ " + further.calls() + " calls" : "",
                times(further.requestsALoop()),
                number(pool));
    }

    private static String times(int requests) {
        return requests > 1 ? " × " + requests + " requests" : "";
    }

    /** Whether every user has one loop. */
    private static boolean isSingle(BenchmarkArm arm) {
        LoadLength length = arm.length();
        return length.loops() == 1 || length.requests() > 0 && arm.sharedLoops() <= arm.users();
    }

    /** The least time that a number of loops can take: rounds of as many as fit, each of the hold time. */
    static double leastSeconds(BenchmarkArm arm, long loops, double holdSeconds) {
        long jobs = loops * arm.further().calls();
        long atOnce = arm.users() * (long) arm.further().calls();
        if (arm.threads() != null) atOnce = Math.min(atOnce, arm.threads());
        return holdSeconds * arm.further().share() * ((jobs + atOnce - 1) / atOnce);
    }

    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Three significant digits, or whole from 100 on. */
    static String number(double value) {
        if (value >= 100) return text("%,.0f", value);
        return new BigDecimal(value)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }
}
