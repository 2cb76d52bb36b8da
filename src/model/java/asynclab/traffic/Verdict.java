package asynclab.traffic;

import asynclab.model.Bounds.Limiter;
import asynclab.traffic.InFlight.Ceiling;
import asynclab.traffic.Variant.VariantKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The verdict of an answer: what to do, and the figures that say so. */
final class Verdict {

    private static final int MOST_NAMED = 4;
    private static final double RARE = 4; // times the p99 over time
    private static final int FEW_IN_FLIGHT = 3; // so many more come at once by chance
    private static final double MUCH_LONGER = 1.5;
    private static final double SHORTEST_WAIT_MILLIS = 0.5; // a shorter one is printed as 0

    private final Answer answer;
    private final Question question;
    private final boolean someAsync;
    private final Lasts longest;

    private Verdict(Answer answer, boolean someAsync, Lasts longest) {
        this.answer = answer;
        this.someAsync = someAsync;
        this.longest = longest;
        question = answer.question();
    }

    /**
     * The verdict.
     *
     * @param someAsync whether some endpoints are asynchronous already
     * @param longest how long the pool lasts if each request took as long as it may have; null if the durations are exact
     */
    static String of(Answer answer, boolean someAsync, Lasts longest) {
        var verdict = new Verdict(answer, someAsync, longest);
        Ceiling ceiling = answer.learned().inFlight().ceiling();
        String stood = ceiling == null
                ? ""
                : text(
                        "While the log was written, the requests in flight stood at %,d, as at a limit or with %,d clients. ",
                        ceiling.level(), ceiling.level());
        return stood
                + (verdict.isCoarse() ? verdict.coarse() : verdict.text() + verdict.range())
                + " "
                + verdict.limits();
    }

    /** Whether the durations are so coarse that they do not decide. */
    private boolean isCoarse() {
        return longest != null && !reaches(longest) && isPoolEnough();
    }

    /** Whether today's pool holds the traffic. A search ends at ten times; beyond it other figures tell. */
    private boolean isPoolEnough() {
        Lasts lasts = pool().lasts();
        if (reaches(lasts) || !lasts.orMore()) return reaches(lasts);
        Integer servers = answer.fleetsAsked().blockingEvenly();
        List<String> fewest = answer.fewestAsync();
        return isVirtual() ? servers != null && servers <= question.instances() : fewest != null && fewest.isEmpty();
    }

    private String coarse() {
        return text(
                "The log does not decide whether a pool of %,d threads holds %s. With the durations as logged it lasts until %s. With a second more each it lasts until %s.",
                question.threads(), asked(), pool().words(), question.words(longest));
    }

    private String range() {
        return longest == null
                ? ""
                : text(" With a second more for each request it lasts until %s.", question.words(longest));
    }

    private Variant pool() {
        return answer.variants().get(0);
    }

    private String text() {
        Variant virtual = answer.variant(VariantKind.VIRTUAL);
        Variant unlimited = isVirtual() ? virtual : answer.variant(VariantKind.ASYNC_ALL);
        List<String> fewest = answer.fewestAsync();
        if (isPoolEnough()) return notNeeded();
        if (!unlimited.longest().orMore() && !reaches(unlimited.longest())) return impossible(unlimited);
        boolean clear = !reaches(pool().longest())
                && (unlimited.lasts().orMore() || reaches(unlimited.lasts()))
                && fewest != null
                && !fewest.isEmpty()
                && answer.smallestPool() != null;
        return clear ? needed() : undecided(virtual);
    }

    /** Whether it lasts until the traffic asked for. More than ten times may be asked for. */
    private boolean reaches(Lasts lasts) {
        return lasts.loadFactor() >= question.traffic();
    }

    private boolean isVirtual() {
        return question.threads() == 0;
    }

    private String notNeeded() {
        if (isVirtual())
            return text(
                    "Not needed: the server has virtual threads, so no request waits for one. It lasts until %s.",
                    pool().words());
        int busy = answer.busyThreadsMax();
        return (someAsync
                        ? text(
                                "Not needed: at your traffic %,d %s in flight at most. ",
                                inFlight(), inFlight() == 1 ? "request is" : "requests are")
                        : text(
                                "Not needed: at your traffic %,d of %,d threads %s busy at most. ",
                                busy, question.threads(), busy == 1 ? "is" : "are"))
                + (busy < question.threads() ? "" : waiting(pool().waiting().get(0)))
                + text("The pool lasts until %s.", pool().words())
                + rareBurst();
    }

    /** More traffic is more bursts, at other moments. The burst of a timer has one moment for all clients, so it grows instead. */
    private String rareBurst() {
        InFlight inFlight = answer.learned().inFlight();
        double full = (double) question.threads() * question.instances() / inFlight.max();
        boolean rare = inFlight.max() >= RARE * Math.max(FEW_IN_FLIGHT, inFlight.p99());
        if (someAsync || !rare || full < 1 || pool().lasts().loadFactor() < MUCH_LONGER * full) return "";
        return text(
                " The %,d in flight are a rare burst, and the model takes more traffic as more bursts. If the burst itself grows, as that of a timer does, the pool is full at %s times.",
                inFlight.max(), Lasts.factor(full));
    }

    /** A rush of few requests does not change the p99. */
    private String waiting(Waiting today) {
        double p99 = today.times().p99Ms();
        if (p99 >= SHORTEST_WAIT_MILLIS) return text("Then requests wait, with a p99 of %.0f ms. ", p99);
        return today.overMaxWaitPercent() == 0
                ? ""
                : text(
                        "Then %.2g %% of the requests wait over %,d ms, and up to %,.0f ms. ",
                        today.overMaxWaitPercent(),
                        question.maxWaitMillis(),
                        today.times().maxMs());
    }

    /** At a server, at most. Asynchronous requests may be more than its threads. */
    private int inFlight() {
        return (answer.learned().inFlight().max() + question.instances() - 1) / question.instances();
    }

    private String impossible(Variant unlimited) {
        if (isVirtual())
            return text(
                    "No threading model holds %s on %s. The server has virtual threads, so no request waits for one. It lasts until %s. It takes %s.",
                    asked(),
                    servers(question.instances()),
                    unlimited.words(),
                    servers(answer.fleetsAsked().asyncEvenly()));
        return text(
                "No pool and no threading model holds %s on %s. Asynchronously it lasts until %s. The pool of %,d threads lasts until %s. %s",
                asked(),
                servers(question.instances()),
                unlimited.words(),
                question.threads(),
                pool().words(),
                fleets());
    }

    private String undecided(Variant virtual) {
        List<String> endpoints = answer.learned().endpoints().stream()
                .map(TrafficStatistics.Endpoint::name)
                .toList();
        List<String> open = question.limits().open(endpoints);
        String pool =
                isVirtual() ? "" : text("The pool of %,d threads lasts until %s. ", question.threads(), pool().words());
        return text(
                "It is not known whether %s is held. %sVirtual threads last until %s.%s",
                asked(),
                pool,
                virtual.words(),
                open.isEmpty() ? "" : " " + Limits.and(open) + (open.size() == 1 ? " decides." : " decide."));
    }

    private String needed() {
        List<String> names = answer.fewestAsync();
        return text(
                "Make %s asynchronous: then a pool of %,d threads holds %s%s. Today it lasts until %s. A pool of %,d threads holds it, too%s. %s%s",
                names.size() == answer.learned().endpoints().size() && names.size() > 1
                        ? text("all %,d endpoints", names.size())
                        : named(names),
                question.threads(),
                asked(),
                leastOfCopies(answer.variant(VariantKind.ASYNC_MOST).lasts()),
                pool().words(),
                answer.smallestPool(),
                leastOfCopies(answer.variant(VariantKind.BIGGER_POOL).lasts()),
                fleets(),
                condition(names.size() == 1));
    }

    /** Endpoints that compute gain nothing. The mean use of the processors does not tell which endpoints these are. */
    private String condition(boolean one) {
        Limits limits = question.limits();
        if (!limits.limitProcessors())
            return " If the durations are waiting for others, this holds. If they are processor time, only more processors help.";
        return limits.processorShares().isEmpty()
                ? text(
                        " This holds if %s for no larger part of the time than all requests do on average.",
                        one ? "this endpoint computes" : "these endpoints compute")
                : "";
    }

    /** A pool, and the endpoints, are found for one copy of the traffic. Others may need more. */
    private String leastOfCopies(Lasts lasts) {
        return lasts.least() == null || lasts.least() * Forecast.PRECISION >= question.traffic()
                ? ""
                : text(" (until %s times in the least of twenty copies)", Lasts.factor(lasts.least()));
    }

    /** The limit that binds, the next ones, and those of which nothing is known. */
    private String limits() {
        var bind = new ArrayList<String>();
        var never = new ArrayList<Variant.Alone>();
        for (Variant.Alone limit : answer.limits()) {
            if (limit.limiter() == Limiter.LIMIT) continue;
            if (limit.lasts().orMore()) never.add(limit);
            else if (bind.isEmpty()) bind.add(limit.label() + (limit.size() == 1 ? " binds" : " bind") + until(limit));
            else bind.add("then " + limit.label() + until(limit));
        }
        String words = bind.isEmpty() ? "" : capital(String.join("; ", bind)) + ". ";
        if (!never.isEmpty())
            words += capital(Limits.and(never.stream().map(Variant.Alone::label).toList()))
                    + (never.size() == 1 && never.get(0).size() == 1 ? " does" : " do")
                    + text(" not bind up to %.0f times. ", never.get(0).lasts().loadFactor());
        List<String> unknown = question.limits().unknown();
        if (unknown.isEmpty()) return words.strip();
        return words
                + Limits.and(unknown)
                + (unknown.size() == 1 ? " is" : " are")
                + " not given, so "
                + Limits.and(unknown.stream()
                        .map(option -> option.equals("-Dcores=") ? "processors" : "connections")
                        .toList())
                + " do not limit in this answer.";
    }

    private static String until(Variant.Alone limit) {
        if (limit.longest().orMore() && !limit.lasts().orMore())
            return text(
                    " from %s times, or not at all, by the unknown share",
                    Lasts.factor(limit.lasts().loadFactor()));
        return " until " + Lasts.words(limit.lasts(), limit.longest(), "");
    }

    private static String capital(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static String named(List<String> names) {
        List<String> some = names.stream()
                .limit(MOST_NAMED)
                .map(name -> name.equals(EndpointNames.OTHERS) ? "the endpoints beyond the first 200 (others)" : name)
                .toList();
        int rest = names.size() - some.size();
        return rest > 0 ? String.join(", ", some) + text(" and %,d more", rest) : Limits.and(some);
    }

    private String fleets() {
        Integer blocking = answer.fleetsAsked().blockingEvenly();
        Integer async = answer.fleetsAsked().asyncEvenly();
        return text(
                "Blocking, it takes %s; asynchronously, %s.",
                servers(blocking),
                question.limits().limitProcessors()
                        ? servers(async)
                        : async == null || async.equals(blocking)
                                ? servers(async)
                                : text("from %,d to %s", async, servers(blocking)));
    }

    private static String servers(Integer number) {
        return number == null ? "over 1,000 servers" : text(number == 1 ? "%,d server" : "%,d servers", number);
    }

    /** Such as "5.1 times your traffic". */
    private String asked() {
        double factor = question.traffic();
        if (factor == 1) return "your traffic";
        return text(factor == Math.rint(factor) ? "%.0f times your traffic" : "%s times your traffic", factor);
    }

    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
