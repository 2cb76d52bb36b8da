package asynclab.traffic;

import asynclab.traffic.Variant.VariantKind;
import java.util.List;
import java.util.Locale;

/** The verdict of an answer: what to do, and the figures that say so. */
final class Verdict {

    private static final int MOST_NAMED = 4;

    private final Answer answer;
    private final Question question;
    private final Variant.Limit longest;

    private Verdict(Answer answer, Variant.Limit longest) {
        this.answer = answer;
        this.longest = longest;
        question = answer.question();
    }

    /**
     * The verdict.
     *
     * @param pinned whether a limit was reached while the log was written
     * @param longest how long the pool lasts if each request took as long as it may have; null if the durations are exact
     */
    static String of(Answer answer, boolean pinned, Variant.Limit longest) {
        var verdict = new Verdict(answer, longest);
        return (pinned ? "A limit was reached while the log was written. " : "")
                + (verdict.isOpen() ? verdict.open() : verdict.text() + verdict.range());
    }

    /** Whether the durations are so coarse that they do not decide. */
    private boolean isOpen() {
        return longest != null
                && longest.loadFactor() < question.traffic()
                && answer.poolLasts().loadFactor() >= question.traffic();
    }

    private String open() {
        return text(
                "The log does not decide whether a pool of %,d threads holds %s your traffic. With the durations as logged it lasts until %s it, with a second more each until %s it.",
                question.threads(),
                times(question.traffic()),
                answer.poolLasts().words(),
                longest.words());
    }

    private String range() {
        return longest == null
                ? ""
                : text(" With a second more for each request it lasts until %s it.", longest.words());
    }

    private String text() {
        if (answer.poolLasts().loadFactor() >= question.traffic()) return notNeeded();
        boolean processors = answer.variant(VariantKind.ASYNC_ALL).lasts().loadFactor() < question.traffic();
        if (processors)
            return text(
                    "No pool and no threading model holds %s your traffic on %s: the processors do at most %s it. The pool of %,d threads lasts until %s it. %s",
                    times(question.traffic()),
                    servers(question.instances()),
                    answer.variant(VariantKind.ASYNC_ALL).lasts().words(),
                    question.threads(),
                    answer.poolLasts().words(),
                    fleets());
        return needed();
    }

    private String notNeeded() {
        int busy = answer.busyThreadsMax();
        return text("Not needed: at your traffic %,d of %,d threads are busy at most. ", busy, question.threads())
                + (busy < question.threads()
                        ? ""
                        : text(
                                "Then requests wait, with a p99 of %.0f ms. ",
                                answer.variants()
                                        .get(0)
                                        .waiting()
                                        .get(0)
                                        .times()
                                        .p99Ms()))
                + text("The pool lasts until %s it.", answer.poolLasts().words());
    }

    private String needed() {
        List<String> names = answer.fewestAsync();
        return text(
                "Make %s asynchronous: then a pool of %,d threads holds %s your traffic. Today it lasts until %s it. A pool of %,d threads holds it, too. %s%s",
                names.size() == answer.learned().endpoints().size() && names.size() > 1
                        ? text("all %,d endpoints", names.size())
                        : named(names),
                question.threads(),
                times(question.traffic()),
                answer.poolLasts().words(),
                answer.smallestPool(),
                fleets(),
                question.knowsProcessors()
                        ? ""
                        : " If the durations are waiting for others, this holds. If they are processor time, only more processors help.");
    }

    private static String named(List<String> names) {
        List<String> some = names.subList(0, Math.min(MOST_NAMED, names.size()));
        int rest = names.size() - some.size();
        if (rest > 0) return String.join(", ", some) + text(" and %,d more", rest);
        if (some.size() == 1) return some.get(0);
        return String.join(", ", some.subList(0, some.size() - 1)) + " and " + some.get(some.size() - 1);
    }

    private String fleets() {
        Integer blocking = answer.fleetsAsked().blockingEvenly();
        Integer async = answer.fleetsAsked().asyncEvenly();
        return text(
                "Blocking, it takes %s; asynchronously, %s.",
                servers(blocking),
                question.knowsProcessors() ? servers(async) : text("from %s to %s", async, servers(blocking)));
    }

    private static String servers(Integer number) {
        return number == null ? "more than 1,000 servers" : text(number == 1 ? "%,d server" : "%,d servers", number);
    }

    /** Such as "5.1 times". */
    private static String times(double factor) {
        return text(factor == Math.rint(factor) ? "%.0f times" : "%s times", factor);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
