package asynclab.exchange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs a scenario once for every combination of choices it makes, depth first, and so once for every order in which several
 * threads can do what they do.
 *
 * <p>All of them are played by one thread: a call that lets {@link #others} come in between two of its acts has them run within
 * it. So calls nest, and no order is missed by that as long as a call that is not the first to claim, or not the first step,
 * has no acts to come between: it loses, or hands over, and returns.
 */
final class EveryOrder {

    private final List<int[]> choices = new ArrayList<>(); // {taken, options}
    private final List<Runnable> calls = new ArrayList<>(); // those that have not come yet
    private int depth;

    private EveryOrder() {}

    /** @return how many orders there were */
    static int of(Consumer<EveryOrder> scenario) {
        var order = new EveryOrder();
        int runs = 0;
        do {
            order.depth = 0;
            order.calls.clear();
            try {
                scenario.accept(order);
            } catch (Throwable thrown) {
                throw new AssertionError("at run " + runs + " of the choices " + order, thrown);
            }
            runs++;
        } while (order.next());
        return runs;
    }

    private boolean next() {
        for (int last = choices.size() - 1; last >= 0; last--) {
            if (++choices.get(last)[0] < choices.get(last)[1]) return true;
            choices.remove(last);
        }
        return false;
    }

    /** One of 0 to options - 1: each of them in some run. */
    int choose(int options) {
        if (depth == choices.size()) choices.add(new int[] {0, options});
        if (choices.get(depth)[1] != options) throw new IllegalStateException("the scenario is not reproducible");
        return choices.get(depth++)[0];
    }

    /** Every one of the calls comes, each by a thread of its own, in whatever order. */
    void all(List<Runnable> threads) {
        all(() -> {}, threads);
    }

    /** As the other, but the first comes first, and the others as soon as in its midst. */
    void all(Runnable first, List<Runnable> threads) {
        calls.addAll(threads);
        first.run();
        while (!calls.isEmpty()) calls.remove(choose(calls.size())).run();
    }

    /** Between two acts of one call: none of the calls that have not come yet, or one, or several. */
    void others() {
        while (!calls.isEmpty()) {
            int next = choose(calls.size() + 1);
            if (next == calls.size()) return;
            calls.remove(next).run();
        }
    }

    @Override
    public String toString() {
        return choices.stream().map(Arrays::toString).toList().toString();
    }
}
