package asynclab.recorder.planted;

import asynclab.recorder.RecordedDataSource;
import asynclab.recorder.Recorder;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.sql.DataSource;

/**
 * An application with parts that are planted: {@code /blocking/NAME}, {@code /async/NAME}, and {@code /shop/NAME}, which is asynchronous if
 * the property {@code planted.async} has the name. The parameters are those of {@link PlantedWork}. The properties {@code planted.url}, {@code
 * planted.user} and {@code planted.connections} replace a pool of one connection to H2 in memory.
 */
public final class PlantedServlet extends HttpServlet {

    private static final int CONNECTIONS = Integer.getInteger("planted.connections", 1);
    private static final int MANY = 64; // so that requests wait for a connection, and not for these threads
    private static final List<String> ASYNC =
            List.of(System.getProperty("planted.async", "").split(","));

    private ScheduledExecutorService executor;
    private HikariDataSource pool;
    private DataSource connections;

    @Override
    public void init() {
        executor = Executors.newScheduledThreadPool(CONNECTIONS == 1 ? 4 : MANY);
        pool = pool();
        connections = RecordedDataSource.of(pool);
    }

    private static HikariDataSource pool() {
        var pool = new HikariDataSource();
        String url = System.getProperty("planted.url", "jdbc:h2:mem:planted");
        pool.setDriverClassName(url.contains("h2") ? "org.h2.Driver" : "org.postgresql.Driver");
        pool.setJdbcUrl(url);
        pool.setUsername(System.getProperty("planted.user", ""));
        pool.setMaximumPoolSize(CONNECTIONS);
        return pool;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var work = new PlantedWork(connections, request::getParameter);
        if (isBlocking(request)) {
            work.all();
            answer(response, work);
            return;
        }
        AsyncContext context = request.startAsync();
        work.counting(() -> work.compute(0.5));
        executor.execute(Recorder.wrap((Runnable) () -> {
            work.counting(() -> {
                work.compute(0.5);
                work.useConnection();
            });
            executor.schedule(
                    Recorder.wrap((Runnable) () -> answer(context, work)), work.otherNanos(), TimeUnit.NANOSECONDS);
        }));
    }

    private static boolean isBlocking(HttpServletRequest request) {
        String path = request.getServletPath();
        return path.equals("/blocking")
                || path.equals("/shop") && !ASYNC.contains(request.getPathInfo().substring(1));
    }

    private static void answer(AsyncContext context, PlantedWork work) {
        try {
            answer((HttpServletResponse) context.getResponse(), work);
        } catch (IOException gone) {
            context.getRequest().getServletContext().log("The client has gone", gone);
        }
        context.complete();
    }

    private static void answer(HttpServletResponse response, PlantedWork work) throws IOException {
        response.setHeader(PlantedWork.HEADER, work.truth());
        response.getWriter().print("ok");
    }

    @Override
    public void destroy() {
        executor.shutdownNow();
        pool.close();
    }
}
