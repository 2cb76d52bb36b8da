package asynclab.pattern;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.servlet.WorkServlet;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Virtual threads: blocking code, with one cheap thread for each request.
 *
 * <p><b>The idea.</b> From JDK 21 a virtual thread that blocks releases its carrier thread and its processor. So the code may
 * stay a straight line. The request thread starts a new virtual thread, and the virtual thread waits.
 *
 * <p><b>Its cost.</b> Each thread has a stack of about a kilobyte on the heap, instead of up to a megabyte of its own. Their
 * number has no limit, so the resource they wait for needs one: a thread pool was a limit as well. Code that blocks while it
 * pins its carrier (native code; before JDK 24 also {@code synchronized}) takes one of the few carriers, one for each
 * processor.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/virtual?ms=1000'}, then the same 500 times at once.
 *
 * <p><b>What you will see.</b> All answers after one second, as from {@code /async}, but from blocking code. On an older JDK:
 * 501.
 */
public final class VirtualThreadServlet extends WorkServlet {

    private ExecutorService threads; // null: this JDK has no virtual threads

    @Override
    public void init() {
        super.init();
        threads = virtualThreads("asynclab-" + getServletName() + "-");
    }

    /** Uses reflection, so that this class compiles and runs on JDK 17 too. Null if this JDK has no virtual threads. */
    private static ExecutorService virtualThreads(String name) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Object named = type.getMethod("name", String.class, long.class).invoke(builder, name, 1L);
            var factory = (ThreadFactory) type.getMethod("factory").invoke(named);
            Method executor = Executors.class.getMethod("newThreadPerTaskExecutor", ThreadFactory.class);
            return (ExecutorService) executor.invoke(null, factory);
        } catch (ReflectiveOperationException none) { // absent before JDK 19, a disabled preview in 19 and 20
            return null;
        }
    }

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response) {
        if (threads == null) {
            String why = "Virtual threads need JDK 21 or later, but this is JDK "
                    + Runtime.version().feature() + ".";
            end(exchange, request, response, Ending.ANSWERED, Reply.json(501, Map.of("error", why)));
            return;
        }
        AsyncExchange waiting = exchanges().goAsync(exchange, request, response, hold.timeoutMillis());
        try {
            threads.execute(() -> waiting.answer(() -> work(hold, waiting)));
        } catch (RejectedExecutionException stopped) {
            waiting.fail(stopped);
        }
    }

    @Override
    public void destroy() {
        super.destroy();
        if (threads != null) threads.shutdownNow(); // each thread answers that the server is stopping, and ends
    }
}
