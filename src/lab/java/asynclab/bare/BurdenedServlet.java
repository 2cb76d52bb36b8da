package asynclab.bare;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Waits with a burden that real code puts on its thread. With the init-param {@code async}, the request does the same and then waits
 * without its thread. {@code ms=} is the wait; without it the request waits until {@code ?release}. {@code frames=} is the depth of the
 * stack, and {@code bufferKb=} the size of a buffer that each thread keeps. {@code inside=monitor} waits inside a {@code synchronized}
 * block, and {@code inside=initializer} inside a static initializer. With {@code workers=}, the wait is a call that blocks, as one of a
 * driver: the asynchronous request passes it to a pool of so many threads. It checks nothing.
 */
public final class BurdenedServlet extends HttpServlet {

    private static final int PAGE = 4_096;
    private static final int UNTIL_RELEASE = -1;
    private static final ThreadLocal<byte[]> BUFFER = new ThreadLocal<>();
    private static final ThreadLocal<Runnable> WAITING = new ThreadLocal<>();

    private boolean async;
    private transient ScheduledExecutorService scheduler;
    private final transient Map<Integer, ExecutorService> pools =
            new ConcurrentHashMap<>(); // by their number of threads
    private transient byte[] template; // the class with a static initializer that waits
    // Guarded by this:
    private transient CountDownLatch gate = new CountDownLatch(1);
    private transient List<AsyncContext> waiting = new ArrayList<>();

    @Override
    public void init() {
        async = getInitParameter("async") != null;
        scheduler = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "burdened-scheduler"));
        try (InputStream in = BurdenedServlet.class.getResourceAsStream("InitializedLate.class")) {
            template = in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getParameter("release") != null) release();
        else {
            burden(number(request, "bufferKb"));
            deep(number(request, "frames"), request);
            if (async) {
                waitLater(request);
                return;
            }
        }
        BareAsyncServlet.writeOk(response);
    }

    private static int number(HttpServletRequest request, String name) {
        String text = request.getParameter(name);
        return text == null ? 0 : Integer.parseInt(text);
    }

    private static void burden(int kilobytes) {
        if (kilobytes == 0) return;
        byte[] buffer = BUFFER.get();
        if (buffer == null) BUFFER.set(buffer = new byte[kilobytes * 1_024]);
        for (int i = 0; i < buffer.length; i += PAGE) buffer[i]++;
    }

    /** Goes as deep as asked, and then waits if the request is blocking. @return a number, so that the JIT compiler removes no call */
    private int deep(int frames, HttpServletRequest request) {
        if (frames > 0) return deep(frames - 1, request) + frames;
        if (!async) waitHere(request);
        return 0;
    }

    private void waitHere(HttpServletRequest request) {
        String inside = String.valueOf(request.getParameter("inside"));
        Runnable wait = () -> waitFor(millis(request));
        if (inside.equals("monitor")) {
            Object own = new Object();
            synchronized (own) {
                wait.run();
            }
        } else if (inside.equals("initializer")) initialize(wait);
        else wait.run();
    }

    private void initialize(Runnable wait) {
        WAITING.set(wait);
        try {
            MethodHandles.lookup().defineHiddenClass(template, true);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        } finally {
            WAITING.remove();
        }
    }

    /** Called by the static initializer. */
    static void initialized() {
        Runnable wait = WAITING.get();
        if (wait != null) wait.run();
    }

    private static int millis(HttpServletRequest request) {
        return request.getParameter("ms") == null ? UNTIL_RELEASE : number(request, "ms");
    }

    private void waitFor(int millis) {
        try {
            if (millis > 0) Thread.sleep(millis);
            else if (millis == UNTIL_RELEASE) gate().await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized CountDownLatch gate() {
        return gate;
    }

    private void waitLater(HttpServletRequest request) {
        AsyncContext context = request.startAsync();
        context.setTimeout(0);
        int millis = millis(request);
        int workers = number(request, "workers");
        if (workers > 0) pool(workers).execute(() -> block(context, millis));
        else if (millis == UNTIL_RELEASE) add(context);
        else scheduler.schedule(() -> end(context), millis, TimeUnit.MILLISECONDS);
    }

    private Executor pool(int threads) {
        return pools.computeIfAbsent(threads, Executors::newFixedThreadPool);
    }

    private void block(AsyncContext context, int millis) {
        waitFor(millis);
        end(context);
    }

    private synchronized void add(AsyncContext context) {
        waiting.add(context);
    }

    private static void end(AsyncContext context) {
        try {
            BareAsyncServlet.writeOk((HttpServletResponse) context.getResponse());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            context.complete();
        }
    }

    private void release() {
        List<AsyncContext> all;
        synchronized (this) {
            gate.countDown();
            gate = new CountDownLatch(1);
            all = waiting;
            waiting = new ArrayList<>();
        }
        all.forEach(BurdenedServlet::end);
    }

    @Override
    public void destroy() {
        scheduler.shutdownNow();
        pools.values().forEach(ExecutorService::shutdownNow);
    }
}
