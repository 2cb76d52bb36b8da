package asynclab.corpus;

import asynclab.corpus.ArmLimit.LimitKind;

/**
 * Says why the parameters of an arm do not allow a published figure. It uses only laws that hold for every order of service, not the
 * simulation. Immutable.
 *
 * @param holdSeconds the mean hold time
 */
record ImpossibleFigure(BenchmarkArm arm, LoadTool tool, ArmLimit limit, double holdSeconds) {

    /** A figure above what the parameters allow by more than this is impossible. Clocks and published roundings explain less. */
    private static final double TOLERANCE = 1.02;

    private static final double MILLIS = 1_000;

    /** Empty if the parameters allow the figure. */
    String why(PublishedFigure figure, double published) {
        double most = limit.perSecond();
        if (endsBeforeTheHold()) return "";
        return switch (figure) {
            case X -> tool == LoadTool.JMH ? "" : throughput(published, most);
            case N -> arm.length().seconds() == 0
                    ? ""
                    : above(published, most * arm.length().seconds(), "%s requests, but at most %s are possible");
            case T -> time(published);
            case RATIO -> above(published, mostRatio(), "%s times, but at most %s times are possible");
            case MEAN -> mean(published);
            default -> "";
        };
    }

    /** Whether the client gives up before a mean hold has ended. Then its requests end sooner than the server allows. */
    private boolean endsBeforeTheHold() {
        return tool.givesUp() && arm.timeoutSeconds() != null && arm.timeoutSeconds() < holdSeconds;
    }

    private String throughput(double published, double most) {
        String why = above(published, most, "%s req/s, but at most %s are possible");
        if (why.isEmpty() || limit.kind() == LimitKind.RATE) return why;
        double think = limit.kind() == LimitKind.POOL ? 0 : arm.thinkSeconds();
        double possible = (holdSeconds + think) * most / published - think;
        return why
                + ArmLimit.text(" (%s)", limit.words())
                + (possible > 0
                        ? ArmLimit.text("; it needs a hold time of %s s or less", ArmLimit.number(possible))
                        : "");
    }

    private String time(double published) {
        LoadLength length = arm.length();
        if (arm.users() == null || arm.timeoutSeconds() != null) return "";
        long requests = length.requests() > 0 ? length.requests() : length.loops() * arm.users();
        double least = ArmLimit.leastSeconds(arm, requests, holdSeconds);
        return published * TOLERANCE < least
                ? ArmLimit.text("%s s, but it takes at least %s s", ArmLimit.number(published), ArmLimit.number(least))
                : "";
    }

    private String mean(double published) {
        boolean others = arm.further().requestsALoop() > 1 || arm.published().containsKey(PublishedFigure.FAILED);
        return !others && published * TOLERANCE < holdSeconds * MILLIS
                ? ArmLimit.text(
                        "a mean of %s ms, but each request takes %s ms",
                        ArmLimit.number(published), ArmLimit.number(holdSeconds * MILLIS))
                : "";
    }

    private double mostRatio() {
        return arm.threads() == null || arm.users() == null
                ? Double.POSITIVE_INFINITY
                : Math.max(1, (double) arm.users() * arm.further().calls() / arm.threads());
    }

    private static String above(double published, double most, String words) {
        return published > most * TOLERANCE
                ? ArmLimit.text(words, ArmLimit.number(published), ArmLimit.number(most))
                : "";
    }
}
