package asynclab.fault;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.fault.Faults.Fault;
import asynclab.fault.Faults.Kind;
import asynclab.input.Parameters;
import asynclab.input.Query;
import asynclab.input.Settings;
import asynclab.servlet.HoldServlet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * A hostile stub: holds a request like {@link asynclab.pattern.AsyncServlet}, then does to it what a client has to survive.
 *
 * <p><b>The idea.</b> {@code fault=reset:10,status-500:5}: of a hundred requests ten are reset and five get 500, the others are
 * answered. {@code status-400} to {@code status-599}, {@code empty} (the connection ends without a byte), {@code reset},
 * {@code truncated} (half of the body that was announced), {@code dribble} ({@code bytes=} of body, one each {@code everyMs=}),
 * {@code never}. {@code faultSeed=} makes a request's fate a function of that number; the deployment's seed makes their sequence
 * one; without either it is drawn.
 *
 * <p><b>Its cost.</b> None until it is used. The setting {@code faults} is {@code off}, and then this answers 403; {@code on} lets
 * the query say which; {@code reset:10,status-500:5} is for requests that do not say, where a client's URL cannot be changed.
 *
 * <p><b>Try it.</b> {@code mvn jetty:run -Dasynclab.faults=on}, then {@code curl -i 'localhost:8080/faulty?ms=100&fault=reset'}.
 *
 * <p><b>What you will see.</b> {@code curl: (56) Recv failure: Connection reset by peer}. In the ledger: status and dribble are
 * answered; empty, reset and truncated are client gone, for there is no connection left; {@code never} is timed out at
 * {@code timeoutMs=}, for nothing is held for ever.
 */
public final class FaultyServlet extends HoldServlet {

    private static final Reply OFF = Reply.json(
            403,
            Map.of(
                    "error",
                    "Faults are off. Set the context parameter faults to on, or start with -Dasynclab.faults=on."));
    private static final Reply NO_WAY = Reply.json(
            501,
            Map.of(
                    "error",
                    "This container does not allow an application to cut a connection. The other faults work."));
    private static final byte[] HALF = "half of the bo".getBytes(StandardCharsets.US_ASCII);

    private boolean on;
    private Faults usual = Faults.NONE;

    @Override
    public void init() {
        super.init();
        String faults = Settings.of(getServletContext()).text("faults");
        on = !faults.isEmpty() && !faults.equals("off");
        if (on && !faults.equals("on")) usual = Faults.parse("faults", faults);
    }

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (!on) {
            end(exchange, request, response, Ending.ANSWERED, OFF);
            return;
        }
        Parameters query = Query.of(request);
        Faults faults = query.has("fault") ? Faults.parse("fault", query.text("fault")) : usual;
        Fault fault = faults.draw(exchanges().planner().random(query, "faultSeed"));
        int bytes = (int) query.whole("bytes", 1, MOST_BYTES, 20);
        long everyMillis = query.whole("everyMs", 1, 600_000, 100);
        boolean cut = fault.kind() == Kind.EMPTY || fault.kind() == Kind.RESET;
        Connection connection = cut ? Connection.of(request) : null;
        if (cut && connection == null) {
            end(exchange, request, response, Ending.ANSWERED, NO_WAY);
            return;
        }
        ServletOutputStream out = response.getOutputStream();
        var waiting = exchanges().goAsync(exchange, request, response, hold.timeoutMillis());
        switch (fault.kind()) {
            case NONE -> waiting.answerAfter(hold.plannedMillis(), () -> answer(hold));
            case STATUS -> waiting.answerAfter(hold.plannedMillis(), () -> onPurpose(fault.status()));
            case EMPTY -> breakAfter(waiting, hold, connection::close);
            case RESET -> breakAfter(waiting, hold, connection::reset);
            case TRUNCATED -> waiting.runAfter(
                    hold.plannedMillis(),
                    () -> waiting.streamBy(out, () -> announce(response, 2 * HALF.length), new Half(waiting, out)));
            case DRIBBLE -> {
                var dribble = new Dribble(waiting, out, bytes, everyMillis);
                waiting.streamBy(out, () -> announce(response, bytes), dribble);
                waiting.runAfter(hold.plannedMillis(), dribble::drop);
            }
            case NEVER -> {} // the deadline is all there is
        }
    }

    private static Reply onPurpose(int status) {
        return Reply.json(status, Map.of("error", "A fault on purpose."));
    }

    private static void announce(HttpServletResponse response, int bytes) {
        response.setContentType("text/plain;charset=utf-8");
        response.setContentLength(bytes);
        response.setHeader("Connection", "close"); // what follows half a body would be read as its other half
    }

    /** What breaks a connection, without blocking. */
    @FunctionalInterface
    private interface Break {
        void run() throws IOException;
    }

    private static void breakAfter(AsyncExchange waiting, Hold hold, Break act) {
        waiting.runAfter(
                hold.plannedMillis(),
                () -> waiting.step(() -> {
                    act.run();
                    throw new IOException("broken on purpose"); // and so it ends as any broken connection does
                }));
    }

    /** The first half of a body, and then the end of the connection. */
    private static final class Half implements WriteListener {

        private final AsyncExchange exchange;
        private final ServletOutputStream out;
        private boolean written;
        private boolean flushed;

        Half(AsyncExchange exchange, ServletOutputStream out) {
            this.exchange = exchange;
            this.out = out;
        }

        @Override
        public void onWritePossible() {
            exchange.step(() -> {
                while (out.isReady()) {
                    if (flushed) {
                        exchange.cutShort(); // when this step is over
                        return false;
                    }
                    if (written) out.flush();
                    else out.write(HALF);
                    flushed = written;
                    written = true;
                }
                return false; // the container will call again
            });
        }

        @Override
        public void onError(Throwable thrown) {
            exchange.broken(thrown);
        }
    }

    /** A body, byte by byte. Its fields are touched in steps of its exchange alone, which exclude each other. */
    private static final class Dribble implements WriteListener {

        private final AsyncExchange exchange;
        private final ServletOutputStream out;
        private final long everyMillis;
        private int left;
        private boolean writable; // isReady() has not said no since the container last called
        private boolean due;
        private boolean unflushed;

        Dribble(AsyncExchange exchange, ServletOutputStream out, int bytes, long everyMillis) {
            this.exchange = exchange;
            this.out = out;
            this.everyMillis = everyMillis;
            left = bytes;
        }

        @Override
        public void onWritePossible() {
            exchange.step(() -> {
                writable = true;
                return write();
            });
        }

        /** On the scheduler's thread: the next byte's time has come. */
        void drop() {
            exchange.step(() -> {
                due = true;
                return write();
            });
        }

        /** @return true when all is written and nothing is pending */
        private boolean write() throws IOException {
            while (writable) {
                writable = out.isReady(); // if not, the container will call
                if (!writable) return false;
                if (unflushed) {
                    unflushed = false;
                    out.flush();
                } else if (left == 0) {
                    return true;
                } else if (due) {
                    due = false;
                    unflushed = true;
                    out.write('.');
                    if (--left > 0) exchange.runAfter(everyMillis, this::drop);
                } else {
                    return false;
                }
            }
            return false;
        }

        @Override
        public void onError(Throwable thrown) {
            exchange.broken(thrown);
        }
    }
}
