package asynclab.wire;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.pattern.HoldServlet;
import java.io.IOException;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Throws at the point of a request's life that {@code at=} names. Only tests deploy it. */
public final class ThrowingServlet extends HoldServlet {

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String at = request.getParameter("at");
        if (at.equals("before")) throw thrown(at);
        ServletInputStream in = request.getInputStream();
        var open = exchanges().goAsync(exchange, request, response, hold.timeoutMillis());
        switch (at) {
            case "service" -> throw thrown(at);
            case "task" -> open.answerAfter(hold.plannedMillis(), () -> {
                throw thrown(at);
            });
            case "reply" -> open.answerAfter(hold.plannedMillis(), () -> Reply.json(200, new Unserialisable()));
            case "listener" -> open.step(() -> {
                in.setReadListener(new Throwing(open));
                return false;
            });
            default -> throw new IllegalArgumentException(at);
        }
    }

    private static IllegalStateException thrown(String at) {
        return new IllegalStateException("thrown at " + at);
    }

    /** A value with a property that cannot be read. */
    public static final class Unserialisable {
        public String getFirst() {
            return "this would have been written";
        }

        public String getSecond() {
            throw thrown("reply");
        }
    }

    private record Throwing(AsyncExchange exchange) implements ReadListener {
        @Override
        public void onDataAvailable() { // in a step: what a listener throws at Tomcat ends without an answer
            exchange.step(() -> {
                throw thrown("listener");
            });
        }

        @Override
        public void onAllDataRead() {}

        @Override
        public void onError(Throwable thrown) {
            exchange.broken(thrown);
        }
    }
}
