package asynclab.exchange;

import java.util.concurrent.atomic.AtomicBoolean;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.http.HttpServletRequest;

/**
 * The events of the container. Each event only tries to end the exchange, so it may come late, twice or never. After an event the
 * container may reuse the request and the response, so the event waits for a step on another thread. Seen on Tomcat: it reports a
 * failed write before that write has returned, and the exception that it then leaves in the response belongs to the next client.
 */
record ContainerEvents(Completion exchange) implements AsyncListener {
    @Override
    public void onTimeout(AsyncEvent event) {
        exchange.timedOutByContainer(event.getAsyncContext());
        exchange.awaitStep();
    }

    @Override
    public void onError(AsyncEvent event) {
        exchange.broken(event.getThrowable());
        exchange.awaitStep();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        exchange.containerCompleted();
        exchange.awaitStep();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}

    /** Runs a task once at the end of a request that has no exchange. Used for requests of servlets that call startAsync themselves. */
    static final class WithoutExchange implements AsyncListener {

        private static final String LATEST = WithoutExchange.class.getName();

        private final Runnable task;
        private final WithoutExchange earlier; // of the same request; null if it is the first
        private final AtomicBoolean ran = new AtomicBoolean();

        private WithoutExchange(Runnable task, WithoutExchange earlier) {
            this.task = task;
            this.earlier = earlier;
        }

        static void add(HttpServletRequest request, Runnable task) {
            var added = new WithoutExchange(task, (WithoutExchange) request.getAttribute(LATEST));
            request.getAsyncContext().addListener(added);
            request.setAttribute(LATEST, added);
        }

        static void runAll(HttpServletRequest request) {
            var each = (WithoutExchange) request.getAttribute(LATEST);
            for (; each != null; each = each.earlier) each.runOnce();
        }

        private void runOnce() {
            if (ran.compareAndSet(false, true)) Exchange.runSafely(task);
        }

        @Override
        public void onComplete(AsyncEvent event) {
            runOnce();
        }

        @Override
        public void onError(AsyncEvent event) {
            runOnce(); // some versions do not call onComplete after it (jetty #6951)
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this); // a new cycle starts without the listeners of the old one
        }
    }
}
