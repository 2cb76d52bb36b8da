package asynclab.recorder;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.servlet.DispatcherType;
import javax.servlet.FilterConfig;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletRequest;

/**
 * The recorder of one application, from the start of its {@link RecorderFilter} to its end. The static methods are for the
 * application: they tell the recorder about callbacks, and tell the application about requests. Thread-safe.
 */
public final class Recorder implements RecorderMBean {

    private static final boolean HAS_FLIGHT_RECORDER = seesFlightRecorder();
    private static final List<Consumer<? super RecordedRequest>> LISTENERS = new CopyOnWriteArrayList<>();

    private final ServletContext context;
    private final boolean contention;
    private final ServerFacts facts;
    private final ContainerBegin containerBegin = new ContainerBegin();
    private final LongAdder begun = new LongAdder();
    private final LongAdder recorded = new LongAdder();
    private final RecordQueue queue;
    private final ObjectName name;
    private volatile boolean on;
    private volatile PoolQueue pool; // null until the first request on a thread of a known pool
    private volatile boolean poolSought;
    private final Map<Integer, Boolean> pooledPorts = new ConcurrentHashMap<>(); // whether that pool serves them

    private Recorder(RecorderSettings settings, ServletContext context) {
        this.context = context;
        on = settings.on();
        facts = new ServerFacts(String.valueOf(context.getServerInfo()));
        queue = new RecordQueue(settings.openLog(facts, this::say), LISTENERS, this::say);
        queue.start(); // which may fail, and then nothing of it may stay
        contention = settings.contention() && ThreadUse.beginContention();
        name = register();
    }

    /** WildFly, for example, hides the JDK's classes that are not of Java SE from applications. */
    private static boolean seesFlightRecorder() {
        try {
            Class.forName("jdk.jfr.Event", false, Recorder.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError hidden) {
            return false;
        }
    }

    static Recorder start(FilterConfig config) {
        ServletContext context = config.getServletContext();
        var settings = RecorderSettings.of(config);
        var recorder = new Recorder(settings, context);
        settings.complaints().forEach(recorder::say);
        String when = settings.on() ? "" : "when it is switched on over JMX, ";
        if (settings.log() != null) recorder.say(when + "requests are recorded in " + settings.log());
        return recorder;
    }

    /** Ends the threads, after they have written what was recorded. */
    void stop() {
        on = false;
        synchronized (this) {
            poolSought = true; // no later request starts one
            if (pool != null) pool.stop();
        }
        queue.stop(begun.sum() - recorded.sum());
        unregister();
        if (contention) ThreadUse.endContention();
        if (HAS_FLIGHT_RECORDER) RequestEvent.forget();
    }

    /** Versions of an application have one path in Tomcat's parallel deployment. */
    private ObjectName register() {
        try {
            var beans = ManagementFactory.getPlatformMBeanServer();
            String path = context.getContextPath();
            String first = "asynclab:type=Recorder,context=" + ObjectName.quote(path.isEmpty() ? "/" : path);
            var own = new ObjectName(first);
            for (int number = 2; beans.isRegistered(own); number++) own = new ObjectName(first + ",number=" + number);
            beans.registerMBean(this, own);
            return own;
        } catch (JMException | RuntimeException e) {
            say("it is not in JMX: " + e);
            return null;
        }
    }

    private void unregister() {
        try {
            if (name != null) ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
        } catch (JMException | RuntimeException e) {
            say("it is still in JMX: " + e);
        }
    }

    /** Writes a sentence into the log of the application. */
    private void say(String sentence) {
        context.log("asynclab-recorder: " + sentence);
    }

    /** The recording of a request that is dispatched; null if it is not recorded, or if this thread is recording it already. */
    RequestRecording recording(HttpServletRequest request) {
        try {
            boolean begins = request.getDispatcherType() == DispatcherType.REQUEST;
            if (begins && !on || RequestRecording.current() != null) return null;
            if (!begins) return RequestRecording.of(request);
            var recording = new RequestRecording(this, request, arrival(request));
            begun.increment();
            return recording;
        } catch (RuntimeException | Error e) {
            failed(e);
            return null;
        }
    }

    /** Switches recording off. An unexpected behaviour of a container, or a thread that cannot be started, must not fail a request. */
    void failed(Throwable e) {
        if (on) say("it is off until it is switched on over JMX, because it has failed: " + e);
        on = false;
    }

    private Arrival arrival(HttpServletRequest request) {
        boolean virtual = ThreadUse.onVirtualThread();
        long nanos = System.nanoTime();
        if (!poolSought) seekPool(request, virtual);
        PoolQueue sampled = virtual || pool == null || !isPooled(request) ? null : pool;
        if (sampled != null) sampled.requestArrived(nanos);
        return Arrival.of(request, nanos, sampled, containerBegin);
    }

    /** A connector may have a pool of its own. */
    private boolean isPooled(HttpServletRequest request) {
        return pooledPorts.computeIfAbsent(request.getLocalPort(), port -> pool.serves(request));
    }

    private synchronized void seekPool(HttpServletRequest request, boolean virtual) {
        if (poolSought) return;
        ServerPool found = virtual ? null : ServerPool.of(request);
        facts.requestsOn(virtual, found);
        if (found != null) {
            pool = new PoolQueue(found);
            queue.settleBy(pool);
            pool.start();
        }
        poolSought = true;
    }

    void ended(RequestRecording request) {
        recorded.increment();
        if (HAS_FLIGHT_RECORDER) RequestEvent.commit(request);
        queue.add(request);
    }

    ServerFacts facts() {
        return facts;
    }

    boolean watchesContention() {
        return contention;
    }

    @Override
    public boolean isOn() {
        return on;
    }

    @Override
    public void setOn(boolean on) {
        this.on = on;
    }

    @Override
    public long getRecorded() {
        return recorded.sum();
    }

    @Override
    public long getDropped() {
        return queue.dropped();
    }

    /**
     * Calls a listener with each request that has ended, some 0.1 s later, on the one thread that also writes the log. A slow
     * listener has requests dropped.
     */
    public static void listen(Consumer<? super RecordedRequest> listener) {
        LISTENERS.add(listener);
    }

    /** Ends {@link #listen}. */
    public static void forget(Consumer<? super RecordedRequest> listener) {
        LISTENERS.remove(listener);
    }

    /** A task whose processor time counts for the request that this thread serves now. */
    public static Runnable wrap(Runnable task) {
        if (RequestRecording.current() == null) return task;
        Supplier<Void> counted = wrap((Supplier<Void>) () -> {
            task.run();
            return null;
        });
        return counted::get;
    }

    /** The same, for {@code CompletableFuture.supplyAsync}. */
    public static <T> Supplier<T> wrap(Supplier<T> task) {
        RequestRecording recording = RequestRecording.current();
        return recording == null ? task : () -> recording.count(task::get);
    }

    /** The same, for {@code ExecutorService.submit}. */
    public static <T> Callable<T> wrap(Callable<T> task) {
        RequestRecording recording = RequestRecording.current();
        return recording == null ? task : () -> recording.count(task::call);
    }
}
