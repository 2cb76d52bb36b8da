package asynclab.traffic;

import asynclab.model.Balancer.Spread;
import asynclab.model.Budget;
import asynclab.traffic.Answer.Fleets;
import asynclab.traffic.Variant.VariantKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Computes an {@link Answer}. Not thread-safe. */
final class Answering {

    private final Question question;
    private final Consumer<String> progress;
    private final TrafficStatistics learned;
    private final Caveats.Found doubts;
    private final TrafficWindow window;
    private final Forecast forecast;
    private final Answering longest; // of a log with whole seconds; else null

    Answering(Traffic traffic, Question question, Budget budget, Consumer<String> progress) {
        this.question = question;
        this.progress = progress;
        progress.accept("requests in flight and endpoints");
        learned = TrafficStatistics.of(traffic);
        doubts = Caveats.of(traffic, learned.inFlight(), question);
        window = TrafficWindow.busiest(doubts.service(), question.mostRequests());
        forecast = new Forecast(window, question, doubts.cpuShare(), budget);
        longest = traffic.unsureMicros() == 0 ? null : new Answering(traffic.longest(), question, budget, progress);
    }

    Answer answer() {
        progress.accept("the smallest pool");
        Integer pool = forecast.smallestPool(question.traffic());
        progress.accept("the fewest asynchronous endpoints");
        int[] order = byTime();
        Integer fewest = forecast.fewestAsync(order, question.traffic());
        var variants = new ArrayList<Variant>();
        ServerFleet blocking = forecast.async(order, 0);
        variants.add(variant(VariantKind.BLOCKING, blocking, List.of()));
        int bigger = pool == null || pool <= question.threads() ? 2 * question.threads() : pool;
        variants.add(variant(
                VariantKind.BIGGER_POOL,
                ServerFleet.blocking(question.instances(), bigger, Spread.IN_TURN),
                List.of()));
        ServerFleet withoutLimit = ServerFleet.withoutLimit(question.instances(), Spread.IN_TURN);
        Variant virtual = variant(VariantKind.VIRTUAL, withoutLimit, List.of());
        variants.add(virtual);
        int most = fewest == null || fewest == 0 ? learned.holdingMost() : fewest;
        variants.add(variant(VariantKind.ASYNC_MOST, forecast.async(order, most), names(most)));
        variants.add(new Variant(VariantKind.ASYNC_ALL, 0, List.of(), virtual.lasts(), virtual.waiting()));
        List<Fleets> fleets = fleets();
        List<String> names = fewest == null ? null : names(fewest);
        var sentences = new ArrayList<>(doubts.sentences());
        if (!window.isAll()) sentences.add(0, part());
        int busy = Math.min(
                question.threads(), (learned.inFlight().max() + question.instances() - 1) / question.instances());
        var answer = new Answer(
                "", List.copyOf(sentences), learned, question, List.copyOf(variants), pool, names, fleets, busy);
        String verdict = Verdict.of(answer, doubts.pinned(), longest == null ? null : longest.poolLasts());
        return answer.with(verdict, answer.doubts());
    }

    Variant.Limit poolLasts() {
        return forecast.lasts(forecast.async(byTime(), 0));
    }

    private Variant variant(VariantKind kind, ServerFleet servers, List<String> async) {
        progress.accept(kind.label());
        return new Variant(
                kind,
                servers.threads(),
                async,
                forecast.lasts(servers),
                Arrays.stream(Question.LOAD_FACTORS)
                        .mapToObj(loadFactor -> forecast.waiting(servers, loadFactor))
                        .toList());
    }

    private List<Fleets> fleets() {
        return DoubleStream.concat(Arrays.stream(Question.LOAD_FACTORS), DoubleStream.of(question.traffic()))
                .sorted()
                .distinct()
                .mapToObj(this::fleets)
                .toList();
    }

    private Fleets fleets(double loadFactor) {
        progress.accept(String.format(Locale.ROOT, "the number of servers for %.1f times the traffic", loadFactor));
        return new Fleets(
                loadFactor,
                forecast.blockingInstances(loadFactor, Spread.IN_TURN),
                forecast.blockingInstances(loadFactor, Spread.LEAST_LOADED),
                forecast.asyncInstances(loadFactor, Spread.IN_TURN),
                forecast.asyncInstances(loadFactor, Spread.LEAST_LOADED));
    }

    /** The numbers of the endpoints, the one that holds most first. */
    private int[] byTime() {
        List<String> names = doubts.service().endpoints();
        return learned.endpoints().stream()
                .mapToInt(endpoint -> names.indexOf(endpoint.name()))
                .toArray();
    }

    private List<String> names(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> learned.endpoints().get(i).name())
                .toList();
    }

    private String part() {
        return String.format(
                Locale.ROOT,
                "The model replays the busiest %,d of the %,d requests: %,.0f s, from %,.0f s after the first request. The rest waits less.",
                window.size(),
                learned.requests(),
                (window.startMillis(window.size() - 1)) / 1e3,
                doubts.service().startMicros(window.from()) / 1e6);
    }
}
