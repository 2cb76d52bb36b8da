package asynclab.bare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * The least that an asynchronous pattern can cost: a timer, {@code ok}, complete. As in a tutorial, there is no request ledger, no
 * deadline and no error handling. The benchmarks compare {@link asynclab.pattern.AsyncServlet} with it. Each init-param is a header of
 * the response, except {@code careful}: it adds a deadline of the container and a listener that does nothing.
 */
public final class BareAsyncServlet extends HttpServlet implements AsyncListener {

    private static final byte[] OK = {'o', 'k'};

    private static final long CAREFUL_MILLIS = 662_000; // as /async has

    private boolean careful;
    private transient ScheduledExecutorService scheduler;
    private final Map<String, String> headers = new LinkedHashMap<>(); // read-only after init

    static void writeOk(HttpServletResponse response) throws IOException {
        response.setContentType("text/plain;charset=utf-8");
        response.setContentLength(OK.length);
        response.getOutputStream().write(OK);
    }

    @Override
    public void init() {
        for (String name : Collections.list(getInitParameterNames())) headers.put(name, getInitParameter(name));
        careful = headers.remove("careful") != null;
        scheduler = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "bare-scheduler"));
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        AsyncContext context = request.startAsync();
        context.setTimeout(careful ? CAREFUL_MILLIS : 0);
        if (careful) context.addListener(this);
        scheduler.schedule(() -> end(context), Long.parseLong(request.getParameter("ms")), TimeUnit.MILLISECONDS);
    }

    private void end(AsyncContext context) {
        try {
            var response = (HttpServletResponse) context.getResponse();
            headers.forEach(response::addHeader);
            writeOk(response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            context.complete();
        }
    }

    @Override
    public void destroy() {
        scheduler.shutdownNow();
    }

    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
