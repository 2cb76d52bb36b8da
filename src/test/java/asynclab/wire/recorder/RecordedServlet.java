package asynclab.wire.recorder;

import asynclab.recorder.RecordedDataSource;
import asynclab.recorder.Recorder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.servlet.AsyncContext;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.sql.DataSource;

/** An application that is recorded: its path says what a request does. Only tests deploy it. */
public final class RecordedServlet extends HttpServlet {

    /** The JavaBean that HikariCP is. */
    public interface SizedPool extends DataSource {
        int getMaximumPoolSize();
    }

    private static final DataSource POOL = RecordedDataSource.of(played(SizedPool.class));

    private static <T> T played(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> switch (method.getName()) {
                    case "getMaximumPoolSize" -> 7;
                    case "getConnection" -> played(Connection.class);
                    case "hashCode" -> 1;
                    case "equals" -> self == arguments[0];
                    default -> null;
                }));
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String millis = request.getParameter("ms");
        int ms = millis == null ? 0 : Integer.parseInt(millis);
        switch (request.getServletPath()) {
            case "/blocking" -> {
                sleep(ms);
                answer(response);
            }
            case "/async" -> later(request, ms, context -> {
                answer((HttpServletResponse) context.getResponse());
                context.complete();
            });
            case "/dispatched" -> later(request, ms, context -> context.dispatch("/blocking"));
            case "/timeout" -> request.startAsync().setTimeout(ms);
            case "/forward" -> request.getRequestDispatcher("/blocking").forward(request, response);
            case "/failing" -> throw new ServletException("planned");
            case "/endless" -> writeOn(response);
            case "/connection" -> connect(ms, response);
            case "/switch" -> switchTo(request.getParameter("on"), response);
            default -> response.sendError(404);
        }
    }

    private interface AsyncStep {
        void run(AsyncContext context) throws IOException;
    }

    private static void later(HttpServletRequest request, int ms, AsyncStep step) {
        AsyncContext context = request.startAsync();
        new Thread(Recorder.wrap((Runnable) () -> {
                    sleep(ms);
                    try {
                        step.run(context);
                    } catch (IOException e) {
                        context.complete();
                    }
                }))
                .start();
    }

    private static void sleep(int ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpServletResponse response) throws IOException {
        response.getWriter().write("ok");
    }

    private static void writeOn(HttpServletResponse response) throws IOException {
        byte[] block = new byte[64_000];
        while (true) response.getOutputStream().write(block);
    }

    private static void connect(int ms, HttpServletResponse response) throws IOException, ServletException {
        try {
            Connection held = POOL.getConnection();
            sleep(ms);
            held.close();
        } catch (SQLException e) {
            throw new ServletException(e);
        }
        answer(response);
    }

    private static void switchTo(String on, HttpServletResponse response) throws IOException, ServletException {
        var beans = ManagementFactory.getPlatformMBeanServer();
        try {
            var name = new ObjectName("asynclab:type=Recorder,context=\"/\"");
            beans.setAttribute(name, new Attribute("On", Boolean.valueOf(on)));
            response.getWriter()
                    .write(beans.getAttribute(name, "Recorded") + " " + beans.getAttribute(name, "Dropped"));
        } catch (JMException e) {
            throw new ServletException(e);
        }
    }
}
