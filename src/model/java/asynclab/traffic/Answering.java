package asynclab.traffic;

import static asynclab.traffic.Verdict.text;

import asynclab.model.Balancer.Spread;
import asynclab.model.Bounds.Limiter;
import asynclab.model.Budget;
import asynclab.traffic.Answer.Fleets;
import asynclab.traffic.Variant.Alone;
import asynclab.traffic.Variant.VariantKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Computes an {@link Answer}. Not thread-safe. */
final class Answering {

    private final Question question;
    private final Consumer<String> progress;
    private final TrafficStatistics learned;
    private final Caveats.Found doubts;
    private final TrafficSummary summary;
    private final TrafficWindow window;
    private final LimitedServers servers;
    private final List<Forecast> ends; // for each of the shares that are possible
    private final Forecast loose; // the one with the least needs
    private final Forecast tight; // the one that lasts shortest; the same if all shares are known
    private final Answering longest; // of a log with whole seconds; else null
    private boolean parallel;
    private int step; // guarded by this

    Answering(TrafficSummary summary, Question question, Budget budget, Consumer<String> progress) {
        this.question = question;
        this.progress = progress;
        this.summary = summary;
        learned = summary.statistics();
        doubts = Caveats.of(summary, question);
        window = doubts.service().busiest();
        servers = LimitedServers.of(question).async(doubts.async());
        ends = doubts.ends().stream()
                .map(shares -> new Forecast(doubts.service(), question, shares, budget))
                .toList();
        loose = ends.get(0);
        tight = ends.stream()
                .skip(1)
                .min(Comparator.comparingDouble(this::withoutThreads))
                .filter(end -> withoutThreads(end) <= withoutThreads(loose))
                .orElse(loose);
        longest = summary.longest() == null ? null : new Answering(summary.longest(), question, budget, progress);
    }

    /** How long an end lasts if no request waits for a thread. */
    private double withoutThreads(Forecast end) {
        return end.lasts(servers.withoutThreads()).loadFactor();
    }

    /** Simulates several threading models and fleets at the same time. */
    Answering onAllProcessors() {
        parallel = true;
        return this;
    }

    private synchronized void begins(String what) {
        int models = (isVirtual() ? 2 : VariantKind.values().length)
                - (question.limits().permits() > 0 ? 0 : 1);
        progress.accept(text(
                "%s, step %d of %d",
                what, ++step, (isVirtual() ? 1 : 3) + models + loadFactors().size()));
    }

    /** Whether the log is of a server on virtual threads: there is no pool to size, and nothing to make asynchronous. */
    private boolean isVirtual() {
        return question.threads() == 0;
    }

    private <A, B> List<B> each(List<A> of, Function<A, B> computation) {
        return (parallel ? of.parallelStream() : of.stream()).map(computation).toList();
    }

    Answer answer() {
        int[] order = byTime();
        Integer pool = isVirtual() ? null : smallestPool();
        Integer fewest = isVirtual() ? (Integer) 0 : fewestAsync(order);
        List<Variant> variants = isVirtual() ? each(virtual(), this::simulated) : variants(pool, order, fewest);
        List<Alone> limits = limits();
        List<Fleets> fleets = fleets();
        List<String> names = fewest == null ? null : names(order, fewest);
        var sentences = new ArrayList<>(doubts.sentences());
        if (window.size() < learned.requests()) sentences.add(0, part());
        int inFlight = (learned.inFlight().max() + question.instances() - 1) / question.instances();
        int busy = isVirtual() ? inFlight : Math.min(question.threads(), inFlight);
        var answer =
                new Answer("", List.copyOf(sentences), learned, question, variants, limits, pool, names, fleets, busy);
        String verdict = Verdict.of(answer, !doubts.async().isEmpty(), longest == null ? null : longest.poolLasts());
        return answer.with(verdict, answer.doubts()).doubtful(doubts.inVerdict());
    }

    private Integer smallestPool() {
        begins("the smallest pool");
        return tight.smallestPool(servers, question.traffic());
    }

    private Integer fewestAsync(int[] order) {
        begins("the fewest asynchronous endpoints");
        return tight.fewestAsync(servers, order, question.traffic());
    }

    Lasts poolLasts() {
        return tight.lasts(servers);
    }

    /** A threading model that is not simulated yet. */
    private record Planned(VariantKind kind, LimitedServers servers, List<String> async) {}

    private List<Variant> variants(Integer pool, int[] order, Integer fewest) {
        var planned = new ArrayList<Planned>();
        planned.add(new Planned(VariantKind.BLOCKING, servers, List.of()));
        int bigger = pool == null || pool <= question.threads() ? 2 * question.threads() : pool;
        planned.add(new Planned(VariantKind.BIGGER_POOL, servers.blocking(bigger), List.of()));
        planned.addAll(virtual());
        int most = fewest == null || fewest == 0 ? Math.min(order.length, learned.holdingMost()) : fewest;
        planned.add(new Planned(VariantKind.ASYNC_MOST, loose.async(servers, order, most), names(order, most)));
        planned.add(new Planned(VariantKind.ASYNC_ALL, loose.async(servers, order, order.length), List.of()));
        return each(planned, this::simulated);
    }

    private List<Planned> virtual() {
        var planned = new ArrayList<Planned>();
        LimitedServers virtual = servers.withoutThreads().onCarriers(true);
        planned.add(new Planned(VariantKind.VIRTUAL, virtual, List.of()));
        int permits = question.limits().permits();
        if (permits > 0) planned.add(new Planned(VariantKind.VIRTUAL_LIMITED, virtual.behind(permits), List.of()));
        return planned;
    }

    private Variant simulated(Planned model) {
        VariantKind kind = model.kind;
        LimitedServers such = model.servers;
        begins(kind == VariantKind.VIRTUAL_LIMITED ? "virtual threads behind the limit" : kind.label());
        List<Forecast> inOrder = ends.stream()
                .sorted(Comparator.comparingDouble(end -> end.lasts(such).loadFactor()))
                .toList();
        Lasts shortest = overCopies(inOrder.get(0), such);
        Lasts latest = overCopies(inOrder.get(inOrder.size() - 1), such);
        return new Variant(
                kind,
                kind == VariantKind.ASYNC_ALL ? 0 : such.threads(),
                such.permits(),
                model.async,
                shortest,
                latest,
                Lasts.words(shortest, latest, question.limits().assumption()),
                Arrays.stream(Question.LOAD_FACTORS)
                        .mapToObj(loadFactor -> tight.waiting(such, loadFactor))
                        .toList());
    }

    private static Lasts overCopies(Forecast end, LimitedServers such) {
        return end.overCopies(such, end.lasts(such));
    }

    /** Each limit that is known, without the others. */
    private List<Alone> limits() {
        begins("each limit alone");
        Limits given = question.limits();
        var all = new ArrayList<Alone>();
        if (!isVirtual()) all.add(alone(Limiter.THREADS, question.threads()));
        if (servers.connections()) all.add(alone(Limiter.CONNECTIONS, given.connections()));
        if (servers.processors()) all.add(alone(Limiter.PROCESSORS, given.cores()));
        if (given.permits() > 0) all.add(alone(Limiter.LIMIT, given.permits()));
        all.sort(Comparator.comparingDouble((Alone limit) -> limit.lasts().loadFactor())
                .thenComparingDouble(limit -> limit.longest().loadFactor()));
        return List.copyOf(all);
    }

    private Alone alone(Limiter limiter, int size) {
        LimitedServers such = servers.behind(question.limits().permits()).only(limiter);
        boolean shared = such.connections() || such.processors();
        List<Lasts> each = (shared ? ends : List.of(loose))
                .stream()
                        .map(end -> end.lasts(such))
                        .sorted(Comparator.comparingDouble(Lasts::loadFactor))
                        .toList();
        return new Alone(limiter, size, each.get(0), each.get(each.size() - 1));
    }

    private List<Fleets> fleets() {
        return each(loadFactors(), this::fleets);
    }

    private List<Double> loadFactors() {
        return DoubleStream.concat(Arrays.stream(Question.LOAD_FACTORS), DoubleStream.of(question.traffic()))
                .sorted()
                .distinct()
                .boxed()
                .toList();
    }

    private Fleets fleets(double loadFactor) {
        begins(text("the number of servers for %.1f times the traffic", loadFactor));
        return new Fleets(
                loadFactor,
                tight.instances(servers, loadFactor, Spread.IN_TURN),
                tight.instances(servers, loadFactor, Spread.LEAST_LOADED),
                tight.instances(servers.withoutThreads(), loadFactor, Spread.IN_TURN),
                tight.instances(servers.withoutThreads(), loadFactor, Spread.LEAST_LOADED));
    }

    /** The numbers of the endpoints that are not asynchronous yet, first the one that holds threads longest without computing. */
    private int[] byTime() {
        List<String> names = doubts.service().endpoints();
        Map<String, Double> computes = question.limits().processorShares();
        return learned.endpoints().stream()
                .sorted(Comparator.comparingDouble(
                        endpoint -> endpoint.timePercent() * (computes.getOrDefault(endpoint.name(), 0.0) - 1)))
                .mapToInt(endpoint -> names.indexOf(endpoint.name()))
                .filter(number -> !doubts.async().get(number))
                .toArray();
    }

    private List<String> names(int[] order, int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> doubts.service().endpoints().get(order[i]))
                .toList();
    }

    private String part() {
        return text(
                "The model replays the busiest %,d of the %,d requests: %,.0f s, from %,.0f s after the first request. The rest waits less.",
                window.size(),
                learned.requests(),
                (window.startMillis(window.size() - 1)) / 1e3,
                (window.traffic().epochMicros() + window.traffic().startMicros(0) - summary.epochMicros()) / 1e6);
    }
}
