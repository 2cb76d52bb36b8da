package asynclab.original;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.ee8.servlet.ServletContextHandler;
import org.eclipse.jetty.ee8.servlet.ServletHolder;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Work after the response, in the pool of the request threads: {@code /hold?ms=&backgroundMs=} blocks a thread, answers, and leaves work to
 * the same pool. FastAPI's background tasks and the routes that are not {@code async} share a pool of 40 threads in the same way. Requests
 * wait behind the work of those that were answered.
 */
public final class JettyBackground extends HttpServlet {

    private static final byte[] OK = {'o', 'k'};

    private final transient QueuedThreadPool pool;

    private JettyBackground(QueuedThreadPool pool) {
        this.pool = pool;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String background = request.getParameter("backgroundMs");
        sleep(Long.parseLong(request.getParameter("ms")));
        response.setContentType("text/plain;charset=utf-8");
        response.setContentLength(OK.length);
        response.getOutputStream().write(OK);
        response.flushBuffer(); // the client has its answer before the work is queued
        if (background != null) pool.execute(() -> sleep(Long.parseLong(background)));
    }

    private static void sleep(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] arguments) throws Exception {
        var pool = new QueuedThreadPool(Integer.getInteger("threads"), Integer.getInteger("threads"));
        pool.setReservedThreads(0); // as in jetty.xml
        var server = new Server(pool);
        var connector = new ServerConnector(server, new HttpConnectionFactory(new HttpConfiguration()));
        connector.setHost("127.0.0.1");
        connector.setPort(Integer.getInteger("port"));
        connector.setAcceptQueueSize(4096);
        connector.setIdleTimeout(180_000);
        server.addConnector(connector);
        var context = new ServletContextHandler();
        context.addServlet(new ServletHolder(new JettyBackground(pool)), "/hold");
        server.setHandler(context.get());
        server.start();
    }
}
