package asynclab.original;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.ee8.servlet.ServletContextHandler;
import org.eclipse.jetty.ee8.servlet.ServletHolder;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The least embedded Jetty: a context, one servlet, one scheduler. It is the floor of our servlet, with the same answer. With {@code
 * -Dvirtual=true} it blocks instead, on a virtual thread.
 */
public final class JettyHold extends HttpServlet {

    private static final boolean VIRTUAL = Boolean.getBoolean("virtual");
    private static final byte[] OK = {'o', 'k'};

    private final transient ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        long startedNanos = System.nanoTime();
        long millis = Long.parseLong(request.getParameter("ms"));
        if (VIRTUAL) {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            answer(response, millis, startedNanos);
            return;
        }
        AsyncContext context = request.startAsync();
        context.setTimeout(0);
        scheduler.schedule(
                () -> {
                    answer(response, millis, startedNanos);
                    context.complete();
                    return null;
                },
                millis,
                TimeUnit.MILLISECONDS);
    }

    private static void answer(HttpServletResponse response, long millis, long startedNanos) throws IOException {
        response.addHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        response.addHeader("X-Content-Type-Options", "nosniff");
        response.addHeader("Cache-Control", "no-store");
        response.addHeader("X-Planned-Ms", Long.toString(millis));
        response.addHeader("X-Held-Ms", Long.toString((System.nanoTime() - startedNanos) / 1_000_000));
        response.setContentType("text/plain;charset=utf-8");
        response.setContentLength(OK.length);
        response.getOutputStream().write(OK);
    }

    public static void main(String[] arguments) throws Exception {
        var pool = new QueuedThreadPool(Integer.getInteger("threads"), Integer.getInteger("threads"));
        pool.setReservedThreads(0); // as in jetty.xml
        if (VIRTUAL) pool.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        var server = new Server(pool);
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        var factory = new HttpConnectionFactory(http);
        http.setHeaderCacheSize(0); // as in jetty.xml
        var connector = new ServerConnector(server, factory);
        connector.setHost("127.0.0.1");
        connector.setPort(Integer.getInteger("port"));
        connector.setAcceptQueueSize(4096);
        connector.setIdleTimeout(180_000);
        server.addConnector(connector);
        var context = new ServletContextHandler();
        var holder = new ServletHolder(new JettyHold());
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/hold");
        server.setHandler(context.get());
        server.start();
    }
}
