package asynclab.bench.micro;

import asynclab.delay.HoldPlanner;
import asynclab.delay.HoldTime;
import asynclab.discipline.QueueSettings;
import asynclab.discipline.QueuedRequest;
import asynclab.discipline.RequestQueue;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Ledger;
import asynclab.exchange.Reply;
import asynclab.exchange.TimerLateness;
import asynclab.model.Budget;
import asynclab.model.Draws;
import asynclab.model.Occupancy;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import asynclab.model.Workload;
import asynclab.parameter.Parameters;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The steps of a request, and its simulation in three disciplines, measured one by one. {@code -Dexperiment=micro} runs them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MicroBenchmarks {

    private static final String MIX = "80:1000,20:4000";
    private static final int USERS = 1_000;
    private static final int LOOPS = 10;
    private static final int THREADS = 98;

    private final Parameters fixed = Parameters.of("ms", "1000");
    private final Parameters mixed = Parameters.of("mix", MIX);
    private final HoldPlanner planner = new HoldPlanner(HoldTime.parseMix("mix", MIX), null);
    private final Ledger ledger = new Ledger();
    private final RequestQueue fullQueue = new RequestQueue(
            new QueueSettings("bounded", 1, 0, 5, 100, 50, 0, 0, 1), System::nanoTime, Throwable::printStackTrace);
    private final TimerLateness timerLateness = new TimerLateness();
    private final Workload e1 =
            Workload.ofLoops(USERS, 30_000, LOOPS, HoldTime.parseMix("mix", MIX), new HoldTime.Fixed(0));

    @Setup
    public void fillTheQueue() {
        fullQueue.enter(0, 0);
    }

    @Benchmark
    public long plan_a_hold_time_that_is_given() {
        return planner.planMillis(fixed, null);
    }

    @Benchmark
    public long parse_and_draw_a_mix() {
        return planner.planMillis(mixed, null);
    }

    @Benchmark
    public Exchange an_exchange_from_start_to_end() {
        Exchange exchange = Exchange.start(ledger);
        if (exchange.claim()) exchange.end(Ending.ANSWERED);
        return exchange;
    }

    @Benchmark
    public QueuedRequest a_refusal_by_a_full_queue() {
        return fullQueue.enter(0, 0); // null
    }

    @Benchmark
    public void record_punctuality() {
        timerLateness.record(1, 1_234_567);
    }

    @Benchmark
    public Reply make_a_reply_with_its_headers() {
        return Reply.text("text/plain;charset=utf-8", "ok")
                .with("X-Planned-Ms", Long.toString(1_000))
                .with("X-Held-Ms", Long.toString(1_001));
    }

    @Benchmark
    @OperationsPerInvocation(USERS * LOOPS)
    public Trace simulate_a_request_in_order_of_arrival() {
        return simulate(Station.requestThreads(THREADS));
    }

    @Benchmark
    @OperationsPerInvocation(USERS * LOOPS)
    public Trace simulate_a_request_with_reserved_threads() {
        return simulate(Station.jettyThreads(THREADS, 8));
    }

    @Benchmark
    @OperationsPerInvocation(USERS * LOOPS)
    public Trace simulate_a_request_with_submission_queues() {
        return simulate(Station.commonPool(THREADS));
    }

    private Trace simulate(Station station) {
        return e1.simulate(Draws.of(e1.hold(), 42), Stages.of(station), 42, Budget.unlimited(), new Occupancy());
    }
}
