package asynclab.corpus;

import asynclab.corpus.ArmLimit.LimitKind;
import asynclab.corpus.BenchmarkArm.FurtherFacts;
import asynclab.corpus.LoadTool.RunStart;
import asynclab.delay.HoldTime;
import asynclab.model.Budget;
import asynclab.model.Draws;
import asynclab.model.DrivenWorkload;
import asynclab.model.Load;
import asynclab.model.Occupancy;
import asynclab.model.OpenWorkload;
import asynclab.model.Phase;
import asynclab.model.Phase.Need;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import asynclab.model.Workload;
import asynclab.parameter.Parameters;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The load and the server of an arm, for a simulation. A large arm is simulated as one of {@code scale} equal parts: so many users, threads
 * and requests, for the same time. For fixed times the parts are exact if all numbers can be divided. Immutable.
 */
final class ArmModel {

    private static final long MOST_REQUESTS = 40_000; // a tenth of a second
    private static final long MOST_OF_A_PART = 600_000; // if the numbers cannot be divided
    private static final int MOST_USERS = 1_000_000;
    private static final int LARGEST_SEARCHED = 10; // for a scale that divides all numbers
    private static final long SEED = 1;
    private static final double MILLIS = 1_000;

    private final BenchmarkArm arm;
    private final LoadTool tool;
    private final boolean firstAlone;
    private final HoldTime hold;
    private final HoldTime think;
    private final int scale;

    /** @param rules the found rules that count */
    ArmModel(BenchmarkArm arm, LoadTool tool, Set<FoundRule> rules) {
        this.arm = arm;
        this.tool = tool;
        firstAlone = tool.start() == RunStart.FIRST_ALONE && rules.contains(FoundRule.AB_FIRST_ALONE);
        hold = distribution(arm.further().hold(), arm.holdSeconds());
        think = distribution(arm.further().think(), arm.thinkSeconds());
        scale = scale();
    }

    private static HoldTime distribution(String query, double seconds) {
        return query.isEmpty()
                ? new HoldTime.Fixed(Math.round(seconds * MILLIS))
                : HoldTime.of(Parameters.parse(query));
    }

    /** The mean hold time, in seconds. */
    double holdSeconds() {
        return arm.further().hold().isEmpty() ? arm.holdSeconds() : hold.meanMillis() / MILLIS;
    }

    private double thinkSeconds() {
        return arm.further().think().isEmpty() ? arm.thinkSeconds() : think.meanMillis() / MILLIS;
    }

    /** The mean think time of a loop, in seconds. None follows the last one of a user. */
    private double thinkSeconds(double loops) {
        return thinkSeconds() * (1 - 1 / Math.max(1, loops));
    }

    /** The loops of each user on average; infinite in a load that a duration ends. */
    private double loopsOfUser() {
        LoadLength length = arm.length();
        if (length.loops() > 0) return length.loops();
        return length.requests() > 0 && arm.users() != null
                ? arm.sharedLoops() / (double) arm.users()
                : Double.POSITIVE_INFINITY;
    }

    /** The mean think time of a loop in a run of this length, at least. A duration may cut the last loop, and an unknown run has one. */
    double shortestThinkSeconds() {
        if (!arm.length().isKnown()) return 0;
        double planned = arm.length().plannedSeconds();
        return thinkSeconds(planned > 0 ? Math.floor(planned / (holdSeconds() + thinkSeconds())) : loopsOfUser());
    }

    /** Whether the hold time is always the same. */
    boolean isFixed() {
        return arm.further().hold().isEmpty();
    }

    ArmLimit limit() {
        return ArmLimit.of(arm, holdSeconds(), thinkSeconds(loopsOfUser()));
    }

    /** The parts into which the arm was divided. */
    int parts() {
        return scale;
    }

    /** The planned duration, or 0. */
    double plannedMillis() {
        return arm.length().plannedSeconds() * MILLIS;
    }

    /** Whether a simulation is possible: it has all that is known of the arm, and is not too long. Else the bound is the prediction. */
    boolean isComplete() {
        FurtherFacts further = arm.further();
        boolean requestsAlone = further.calls() == 1 && further.backgroundSeconds() == 0;
        if (!isKnown() || isOpen() && !requestsAlone) return false; // an open workload has no calls and no other work
        double loops = Math.max(expectedLoops(), arm.users() == null ? 0 : arm.users()); // all users may begin at once
        return loops / scale * further.calls() <= MOST_OF_A_PART;
    }

    private boolean isKnown() {
        LoadLength length = arm.length();
        return isOpen() ? length.seconds() > 0 : arm.users() != null && length.isKnown();
    }

    /** Whether requests come at a rate. A tool that has too few users for its rate, and for those that wait for a pool, is closed. */
    private boolean isOpen() {
        LoadLength length = arm.length();
        if (arm.users() == null || length.perSecond() == 0) return length.perSecond() > 0;
        ArmLimit limit = limit();
        double served = limit.perSecond() * holdSeconds();
        double waiting = (length.perSecond() - limit.perSecond()) * length.plannedSeconds();
        boolean enough = waiting > 0 && (served + waiting) / arm.further().requestsALoop() <= arm.users();
        return limit.kind() == LimitKind.RATE || limit.kind() == LimitKind.POOL && enough;
    }

    /** Whether users run out during a load at a rate. It is simulated as a closed one, so only its throughput is known. */
    boolean runsOutOfUsers() {
        return arm.length().perSecond() > 0 && !isOpen();
    }

    /** A number that divides users and threads, or 1. */
    private int scale() {
        if (!isKnown()) return 1;
        int least = (int) Math.min(MOST_USERS, Math.ceil(expectedLoops() / MOST_REQUESTS));
        if (least <= 1) return 1;
        return candidates(least)
                .filter(by -> divides(arm.users(), by) && (!waits() || divides(arm.threads(), by)))
                .findFirst()
                .orElse(1);
    }

    /** Numbers that may divide all, in ascending order. A source from anybody may have many large arms, so there are never many. */
    private IntStream candidates(int least) {
        Integer number = arm.users() == null ? arm.threads() : arm.users();
        int most = least * LARGEST_SEARCHED;
        if (number == null || least < number / least) return IntStream.rangeClosed(least, most);
        return IntStream.iterate(number / least, quotient -> quotient > 0, quotient -> quotient - 1)
                .filter(quotient -> number % quotient == 0)
                .map(quotient -> number / quotient)
                .filter(by -> by <= most);
    }

    private static boolean divides(Integer number, int by) {
        return number == null || number % by == 0;
    }

    private double expectedLoops() {
        LoadLength length = arm.length();
        if (length.requests() > 0) return arm.sharedLoops();
        if (length.loops() > 0 && arm.users() != null) return (double) length.loops() * arm.users();
        double perSecond = limit().perSecond() / arm.further().requestsALoop();
        return Double.isFinite(perSecond) ? perSecond * length.seconds() : 0;
    }

    /** Whether a request may have to wait for a thread. */
    private boolean waits() {
        if (arm.threads() == null) return false;
        FurtherFacts further = arm.further();
        return arm.users() == null
                || further.backgroundSeconds() > 0
                || arm.threads() < (long) arm.users() * further.calls();
    }

    /** The requests of one part, as the tool counts them. */
    Trace simulate(boolean aMomentLater, Budget budget) {
        Trace all = load().simulate(draws(), stages(), SEED, budget, Occupancy.NONE);
        return tool.counted(all, plannedMillis(), aMomentLater);
    }

    private Stages stages() {
        if (!waits()) return Stages.of(Station.unlimited());
        int threads = arm.threads() / scale;
        double share = arm.further().share();
        return share == 1
                ? Stages.of(Station.requestThreads(threads))
                : Stages.async(Station.unlimited(), 0, Station.backend(threads))
                        .with(List.of(new Phase(Need.NOTHING, 0, 1 - share), new Phase(Need.CONNECTION, 0, share)));
    }

    private Draws draws() {
        if (!isFixed()) return Draws.of(hold, SEED);
        double exact = arm.holdSeconds() * MILLIS;
        return (user, loop) -> exact;
    }

    private Load load() {
        LoadLength length = arm.length();
        boolean givesUp = arm.timeoutSeconds() != null && tool.givesUp();
        int timeout = !givesUp ? Workload.UNLIMITED : (int) (arm.timeoutSeconds() * MILLIS);
        if (isOpen())
            return new OpenWorkload(
                    OpenWorkload.Arrivals.CONSTANT,
                    length.perSecond() / arm.further().requestsALoop() / scale,
                    Math.round(length.seconds() * MILLIS),
                    hold,
                    timeout);
        int users = arm.users() / scale;
        int duration = plannedMillis() == 0 ? Workload.UNLIMITED : (int) plannedMillis();
        var workload = new Workload(
                users,
                Math.round(arm.rampSeconds() * MILLIS),
                loops(),
                duration,
                hold,
                think,
                duration,
                timeout,
                Workload.UNLIMITED);
        boolean shared = length.requests() > 0 && tool != LoadTool.HEY;
        return new DrivenWorkload(
                tool.started(workload),
                shared ? (int) Math.max(1, arm.sharedLoops() / scale) : Workload.UNLIMITED,
                firstAlone,
                arm.further().calls(),
                Math.round(arm.further().backgroundSeconds() * MILLIS));
    }

    private int loops() {
        LoadLength length = arm.length();
        if (length.loops() > 0) return (int) length.loops();
        if (length.requests() == 0 || tool != LoadTool.HEY)
            return plannedMillis() > 0 ? Workload.UNLIMITED : Math.toIntExact(Math.max(1, arm.sharedLoops()));
        return (int) Math.max(1, arm.sharedLoops() / arm.users());
    }
}
