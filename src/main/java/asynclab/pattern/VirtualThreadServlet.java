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
 * Virtual threads: blocking code, and a thread of its own for each request that costs next to nothing.
 *
 * <p><b>The idea.</b> From JDK 21 a thread that blocks can give its processor and its carrier thread back. So the code may stay
 * a straight line: the request thread hands over to a new virtual thread, and that waits.
 *
 * <p><b>Its cost.</b> A stack on the heap, a kilobyte or so, instead of a megabyte of its own. Nothing bounds how many there
 * are, so what they wait for must be bounded elsewhere: a thread pool was a limit as well. And code that blocks while it holds
 * a carrier (native code; before JDK 24 also {@code synchronized}) takes one of as many as there are processors.
 *
 * <p><b>Try it.</b> {@code curl -i 'localhost:8080/virtual?ms=1000'}, then the same 500 times at once.
 *
 * <p><b>What you will see.</b> All of them after one second, as from {@code /async}, by blocking code. On an older JDK: 501.
 */
public final class VirtualThreadServlet extends WorkServlet {

    private ExecutorService threads; // null: this JDK has none

    @Override
    public void init() {
        super.init();
        threads = virtualThreads("asynclab-" + getServletName() + "-");
    }

    /** By reflection, so that this compiles and runs on JDK 17 too. */
    private static ExecutorService virtualThreads(String name) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Object named = type.getMethod("name", String.class, long.class).invoke(builder, name, 1L);
            var factory = (ThreadFactory) type.getMethod("factory").invoke(named);
            Method executor = Executors.class.getMethod("newThreadPerTaskExecutor", ThreadFactory.class);
            return (ExecutorService) executor.invoke(null, factory);
        } catch (ReflectiveOperationException none) { // absent before 19, a preview that refuses in 19 and 20
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
        if (threads != null) threads.shutdownNow(); // each answers that the server is stopping, and ends
    }
}
