package asynclab.exchange;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Runs a scenario once for every combination of choices it makes, depth first, and so once for every order in which several
 * threads can make their calls.
 *
 * <p>One thread makes all calls. A call lets {@link #others} run between two of its acts, and they run within it. So calls nest.
 * No order is missed by that as long as a call that is not the first to claim, or not the first step, has no acts to come
 * between: it loses, or hands over, and returns.
 *
 * <p>If {@link #endsWhen} says so, orders that differ only in when a late call begins are continued once. A late call begins after the end, so it loses: it
 * does nothing, or it reports what it does as an {@link #act}. Two runs are therefore in the same situation if they have the same
 * acts in the same order and the same late calls in any order. The second of them makes no further choices and runs to its end.
 */
final class EveryOrder {

    private record Call(int number, Runnable task) {}

    /** What has happened so far in a run: acts, choices, and the calls that began before the end. Equal pasts are one object. */
    private static final class Past {
        private final Map<String, Past> next = new HashMap<>(2);
        private final Set<Situation> known = new HashSet<>(2); // situations with no order left to try

        Past then(String act) {
            return next.computeIfAbsent(act, a -> new Past());
        }
    }

    /**
     * @param late a bit for each call that began after the end
     * @param running the calls that have begun and not returned
     */
    private record Situation(String kind, long late, List<Integer> running) {}

    private final List<int[]> choices = new ArrayList<>(); // {taken, options}
    private final List<Call> calls = new ArrayList<>(); // those that have not begun yet
    private final Deque<Integer> running = new ArrayDeque<>(); // the calls that have begun and not returned
    private final Past nothing = new Past();
    private Past past = nothing;
    private long late;
    private BooleanSupplier ended; // null if every order is continued
    private boolean isKnown;
    private int depth;

    private EveryOrder() {}

    /** @return the number of runs */
    static int of(Consumer<EveryOrder> scenario) {
        var order = new EveryOrder();
        int runs = 0;
        do {
            order.restart();
            try {
                scenario.accept(order);
            } catch (Throwable thrown) {
                throw new AssertionError("at run " + runs + " of the choices " + order, thrown);
            }
            runs++;
        } while (order.next());
        return runs;
    }

    private void restart() {
        depth = 0;
        isKnown = false;
        ended = null;
        calls.clear();
        past = nothing;
        late = 0;
    }

    private boolean next() {
        for (int last = choices.size() - 1; last >= 0; last--) {
            if (++choices.get(last)[0] < choices.get(last)[1]) return true;
            choices.remove(last);
        }
        return false;
    }

    /**
     * Continues orders that differ only in late calls once. Every act must be noted then.
     *
     * @param ended whether the exchange has ended, so that calls that begin from now on are late
     */
    void endsWhen(BooleanSupplier ended) {
        this.ended = ended;
    }

    /** @return one of 0 to options - 1, each of them in some run */
    int choose(int options) {
        int taken = take("choice", options);
        act("chosen " + taken);
        return taken;
    }

    private int take(String kind, int options) {
        if (depth == choices.size()) {
            if (ended != null && !isKnown) isKnown = !past.known.add(situation(kind));
            if (isKnown) return 0;
            choices.add(new int[] {0, options});
        }
        if (choices.get(depth)[1] != options) throw new IllegalStateException("the scenario is not reproducible");
        return choices.get(depth++)[0];
    }

    /** Call it when all calls have returned. @return whether this run is the first that ends in this situation */
    boolean isNewEnd() {
        return !isKnown && past.known.add(situation("end"));
    }

    private Situation situation(String kind) {
        return new Situation(kind, late, List.copyOf(running));
    }

    /** Records an act that may change what follows. */
    void act(String what) {
        if (!isKnown) past = past.then(what); // the rest of a known situation is not recorded
    }

    /** Makes each of the calls, as if by a thread of its own, in every order. */
    void all(List<Runnable> threads) {
        all(() -> {}, threads);
    }

    /** The same, but the first call begins before the others. They may come between its acts. */
    void all(Runnable first, List<Runnable> threads) {
        for (int number = 0; number < threads.size(); number++) calls.add(new Call(number, threads.get(number)));
        first.run();
        while (!calls.isEmpty()) run(calls.remove(take("call", calls.size())));
    }

    /** Between two acts of a call: begins none, one or several of the calls that have not begun. */
    void others() {
        while (!calls.isEmpty()) {
            int next = take("call or none", calls.size() + 1);
            if (next == calls.size()) return;
            run(calls.remove(next));
        }
    }

    private void run(Call call) {
        if (ended != null && ended.getAsBoolean()) late |= 1L << call.number;
        else act("call " + call.number);
        running.push(call.number);
        try {
            call.task.run();
        } finally {
            running.pop();
        }
    }

    @Override
    public String toString() {
        return choices.stream().map(Arrays::toString).toList().toString();
    }
}
