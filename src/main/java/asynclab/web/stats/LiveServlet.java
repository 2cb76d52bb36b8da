package asynclab.web.stats;

import asynclab.container.RequestThreads;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Ledger;
import asynclab.exchange.Reply;
import asynclab.parameter.Parameters;
import asynclab.pattern.stream.EventStreamServlet;
import asynclab.resource.EventLog;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * {@code /live}: the server's figures once per second, as server-sent events for the page {@code live.html}. An open stream
 * holds no request thread. The scheduler's thread takes the figures and writes them, so they arrive even while every request
 * thread is blocked. One sampler serves all readers; without readers there is none.
 *
 * <p>An event is JSON: the container's pools, the rates of endings and of answers since the last event, the hold times of
 * these answers ({@link asynclab.exchange.TimerLateness#heldLately}), heap, threads of the JVM, ledger, and open streams. A new
 * reader first gets the samples of the last two minutes, if other readers were there.
 *
 * <p>If the pool has at most 40 threads, an event also has ten samples of what each thread did ({@link StatsMXBean#sampleThreads}).
 * The scheduler thread that takes them counts as waiting.
 *
 * <p><b>Try it.</b> {@code curl -N 'localhost:8080/live'}
 */
public final class LiveServlet extends EventStreamServlet {

    private static final long PERIOD_MILLIS = 1_000;
    private static final long THREADS_MILLIS = 100;
    private static final long HEARTBEAT_MILLIS = 60_000; // the samples are the heartbeat
    private static final int SAMPLES_SHOWN = 120;
    private static final int SAMPLES_KEPT = 180; // a new reader may be 60 samples slower than the sampler

    private final EventLog samples = new EventLog(SAMPLES_KEPT);
    private final AtomicBoolean sampling = new AtomicBoolean();
    private Stats stats;
    private volatile boolean virtual; // whether the last reader's request ran on a virtual thread
    // Of the last sample; only the one sampler uses them.
    private Ledger.Snapshot lastLedger;
    private long lastNanos;
    private boolean fewThreads;
    private final List<ThreadSample> threadSamples = new ArrayList<>();
    private Set<String> lastRows = Set.of();

    /** The rows of {@link ServerThreads#rows} that differ from the sample before; the first one of an event has all rows. */
    private record ThreadSample(long atMs, List<String> rows) {}

    @Override
    public void init() {
        super.init();
        stats = Stats.of(getServletContext());
    }

    @Override
    protected void handle(Parameters query, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        virtual = RequestThreads.areVirtual();
        stream(
                samples,
                samples.beforeLast(SAMPLES_SHOWN),
                HEARTBEAT_MILLIS,
                timeoutMillis(query),
                exchange,
                request,
                response);
        startSampling();
    }

    private void startSampling() {
        if (!sampling.compareAndSet(false, true)) return;
        exchanges().runAfter(0, () -> {
            remember(exchanges().ledger().snapshot());
            exchanges().timerLateness().heldLately(); // drops the hold times since the last reader left
            exchanges().runAfter(PERIOD_MILLIS, this::sample);
        });
    }

    /** Samples the threads if they are few. Publishes an event when a second is over. */
    private void sample() {
        if (samples.listenerCount() == 0) {
            forgetThreads();
            sampling.set(false);
            if (samples.listenerCount() > 0) startSampling(); // a reader came in between
            return;
        }
        try {
            if (fewThreads) sampleThreads();
            if (System.nanoTime() - lastNanos >= PERIOD_MILLIS * 1_000_000) {
                samples.publish(new String(Reply.json(200, figures()).body(), StandardCharsets.UTF_8));
                forgetThreads();
            }
        } finally { // last, because a second scheduler thread could begin the next sample within this one
            exchanges().runAfter(fewThreads ? THREADS_MILLIS : PERIOD_MILLIS, this::sample);
        }
    }

    private void sampleThreads() {
        List<String> rows = stats.threads().rows();
        threadSamples.add(new ThreadSample(
                System.currentTimeMillis(),
                rows.stream().filter(row -> !lastRows.contains(row)).toList()));
        lastRows = Set.copyOf(rows);
    }

    private void forgetThreads() {
        threadSamples.clear();
        lastRows = Set.of();
    }

    private Map<String, Object> figures() {
        var ledger = exchanges().ledger().snapshot();
        double seconds = (System.nanoTime() - lastNanos) / 1e9;
        var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        var page = new LinkedHashMap<String, Object>();
        var pools = stats.getRequestThreads();
        fewThreads = ServerThreads.areFew(pools);
        page.put("atMs", System.currentTimeMillis());
        page.put("requestThreads", pools);
        page.put("virtualThreads", virtual);
        page.put("threadsAtMost", ServerThreads.MOST_THREADS);
        page.put("threads", threadSamples);
        page.put("endedPerSecond", (ledger.endedInAll() - lastLedger.endedInAll()) / seconds);
        page.put("answeredPerSecond", (ledger.ended(Ending.ANSWERED) - lastLedger.ended(Ending.ANSWERED)) / seconds);
        page.put("held", exchanges().timerLateness().heldLately());
        page.put("heapUsedBytes", heap.getUsed());
        page.put("heapMaxBytes", heap.getMax());
        page.put("jvmThreads", ManagementFactory.getThreadMXBean().getThreadCount());
        page.put("ledger", ledger);
        page.put("queues", stats.getQueues());
        page.put("watching", samples.listenerCount());
        remember(ledger);
        return page;
    }

    private void remember(Ledger.Snapshot ledger) {
        lastLedger = ledger;
        lastNanos = System.nanoTime();
    }
}
