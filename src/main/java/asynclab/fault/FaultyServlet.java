package asynclab.fault;

import asynclab.container.ClientConnection;
import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Ending;
import asynclab.exchange.Exchange;
import asynclab.exchange.Reply;
import asynclab.fault.Faults.Fault;
import asynclab.fault.Faults.FaultKind;
import asynclab.input.RequestHead;
import asynclab.input.Settings;
import asynclab.parameter.Parameters;
import asynclab.servlet.HoldServlet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * A hostile stub: it holds a request like {@link asynclab.pattern.AsyncServlet}, then breaks the answer, to test a client.
 *
 * <p><b>The idea.</b> {@code fault=reset:10,status-500:5}: of a hundred requests ten are reset and five get 500; the others
 * are answered. {@code status-400} to {@code status-599} is an error status. {@code empty} closes the connection without a
 * byte. {@code reset} resets it. {@code truncated} sends half of the announced body. {@code dribble} sends {@code bytes=}
 * bytes, one every {@code everyMs=}. {@code never} sends nothing. {@code faultSeed=} decides the fault of a request. The
 * deployment's seed decides the sequence of faults. Without a seed they are random.
 *
 * <p><b>Its cost.</b> None while it is off. With the setting {@code faults} at {@code off} it answers 403. {@code on} allows
 * faults in the query. {@code reset:10,status-500:5} applies to requests without a fault in the query, for clients whose URL
 * cannot be changed.
 *
 * <p><b>Try it.</b> {@code mvn jetty:run -Dasynclab.faults=on}, then {@code curl -i
 * 'localhost:8080/faulty?ms=100&fault=reset'}.
 *
 * <p><b>What you will see.</b> {@code curl: (56) Recv failure: Connection reset by peer}. In the ledger, status and dribble
 * are answered. Empty, reset and truncated are client gone, because the connection is closed. {@code never} is timed out at
 * {@code timeoutMs=}, because every request has a deadline.
 */
public final class FaultyServlet extends HoldServlet {

    private static final Reply FAULTS_ARE_OFF = Reply.json(
            403,
            Map.of(
                    "error",
                    "Faults are off. Set the context parameter faults to on, or start with -Dasynclab.faults=on."));
    private static final Reply NO_ACCESS = Reply.json(
            501,
            Map.of(
                    "error",
                    "This container does not allow an application to cut a connection. The other faults work."));
    private static final byte[] HALF = "half of the bo".getBytes(StandardCharsets.US_ASCII);

    private boolean on;
    private Faults defaults = Faults.NONE;

    @Override
    public void init() {
        super.init();
        String faults = Settings.of(getServletContext()).text("faults");
        on = !faults.isEmpty() && !faults.equals("off");
        if (on && !faults.equals("on")) defaults = Faults.parse("faults", faults);
    }

    @Override
    protected void hold(Hold hold, Exchange exchange, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (!on) {
            end(exchange, request, response, Ending.ANSWERED, FAULTS_ARE_OFF);
            return;
        }
        Parameters query = RequestHead.query(request);
        Faults faults = query.has("fault") ? Faults.parse("fault", query.text("fault")) : defaults;
        Fault fault = faults.draw(exchanges().planner().random(query, "faultSeed"));
        int bytes = (int) query.whole("bytes", 1, MOST_BYTES, 20);
        long everyMillis = query.whole("everyMs", 1, 600_000, 100);
        boolean cut = fault.kind() == FaultKind.EMPTY || fault.kind() == FaultKind.RESET;
        ClientConnection connection = cut ? ClientConnection.of(request) : null;
        if (cut && connection == null) {
            end(exchange, request, response, Ending.ANSWERED, NO_ACCESS);
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
                waiting.runAfter(hold.plannedMillis(), dribble::nextByteDue);
            }
            case NEVER -> {} // the deadline ends the request
        }
    }

    private static Reply onPurpose(int status) {
        return Reply.json(status, Map.of("error", "A fault on purpose."));
    }

    private static void announce(HttpServletResponse response, int bytes) {
        response.setContentType("text/plain;charset=utf-8");
        response.setContentLength(bytes);
        response.setHeader("Connection", "close"); // the client would read the next response as the other half
    }

    /** Breaks a connection, without blocking. */
    @FunctionalInterface
    private interface ConnectionBreaker {
        void run() throws IOException;
    }

    private static void breakAfter(AsyncExchange waiting, Hold hold, ConnectionBreaker breaker) {
        waiting.runAfter(
                hold.plannedMillis(),
                () -> waiting.step(() -> {
                    breaker.run();
                    throw new IOException("broken on purpose"); // ends the exchange like any broken connection
                }));
    }

    /** Writes the first half of a body, then closes the connection. */
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

    /** Writes a body byte by byte. Only steps of its exchange use its fields, and these steps exclude each other. */
    private static final class Dribble implements WriteListener {

        private final AsyncExchange exchange;
        private final ServletOutputStream out;
        private final long everyMillis;
        private int left;
        private boolean writable; // isReady() has not been false since the container last called
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

        /** Runs on the scheduler's thread when the next byte is due. */
        void nextByteDue() {
            exchange.step(() -> {
                due = true;
                return write();
            });
        }

        /** @return true when everything is written and no write is pending */
        private boolean write() throws IOException {
            while (writable) {
                writable = out.isReady(); // if false, the container calls
                if (!writable) return false;
                if (unflushed) {
                    unflushed = false;
                    out.flush();
                } else if (left == 0) {
                    return true;
                } else if (due) {
                    due = false;
                    unflushed = true;
                    if (left == 1) exchange.beforeLastBytes();
                    out.write('.');
                    if (--left > 0) exchange.runAfter(everyMillis, this::nextByteDue);
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
