package asynclab.exchange;

import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;

/**
 * What the container tells us. Each event only tries to end the exchange, so each may come late, twice or never. After it
 * the container may reuse request and response, so it waits for a step of another thread. Seen on Tomcat, which tells of a
 * failed write before that write has returned: the exception it then leaves in the response is the next client's.
 */
record ContainerEvents(AsyncExchange exchange) implements AsyncListener {
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
}
