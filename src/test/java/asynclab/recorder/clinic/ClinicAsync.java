package asynclab.recorder.clinic;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.DispatcherType;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Asynchronous requests: completed, dispatched, started twice, timed out and failed, from a thread of the JDK's common pool. */
@WebServlet(
        urlPatterns = {"/async", "/wrapped/async"},
        asyncSupported = true)
public final class ClinicAsync extends HttpServlet {

    private static final int WAIT_MILLIS = 3;
    private static final int TIMEOUT_MILLIS = 100;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        AsyncContext context = request.startAsync(request, response);
        String n = "n=" + request.getParameter("n");
        String how = request.getParameter("how");
        boolean first = request.getDispatcherType() == DispatcherType.REQUEST;
        switch (how) {
            case "complete" -> later(() -> end(context, "completed " + n));
            case "container" -> context.start(() -> end(context, "completed by the container's thread " + n));
            case "flush" -> later(() -> {
                write(context, "first " + n);
                end(context, "last " + n);
            });
            case "jsp" -> {
                request.setAttribute("owner", n);
                later(() -> context.dispatch("/WEB-INF/owner.jsp"));
            }
            case "twice" -> later(first ? context::dispatch : () -> end(context, "dispatched " + n));
            case "fail" -> later(() -> context.dispatch("/fail?how=page"));
            case "missing" -> later(() -> context.dispatch("/nowhere"));
            case "heard" -> {
                context.setTimeout(TIMEOUT_MILLIS);
                context.addListener(new TimedOut(n));
            }
            default -> context.setTimeout(TIMEOUT_MILLIS); // nobody hears it, so the container ends it
        }
    }

    private static void later(Runnable task) {
        CompletableFuture.runAsync(task, CompletableFuture.delayedExecutor(WAIT_MILLIS, TimeUnit.MILLISECONDS));
    }

    private static void write(AsyncContext context, String text) {
        try {
            context.getResponse().setContentType("text/plain");
            context.getResponse().getWriter().println(text + " " + context.hasOriginalRequestAndResponse());
            context.getResponse().flushBuffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void end(AsyncContext context, String text) {
        write(context, text);
        context.complete();
    }

    /** Answers when the time is over. */
    private record TimedOut(String n) implements AsyncListener {

        @Override
        public void onTimeout(AsyncEvent event) {
            ((HttpServletResponse) event.getAsyncContext().getResponse()).setStatus(504);
            end(event.getAsyncContext(), "timed out " + n);
        }

        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
