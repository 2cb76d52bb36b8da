package asynclab.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A backend that the test plays. The call's {@code ms=} says how it answers: it is the ordinal of an {@link Answer}. A thread for
 * each connection.
 */
final class PlayedBackend implements AutoCloseable {

    private static final String BODY = "{\"status\":\"Ok\",\"processingTimeMs\":1}";
    private static final String HEAD = head(BODY.length());
    private static final int DRIBBLE_MILLIS = 100;

    /** How a call is answered. */
    enum Answer {
        WHOLE(HEAD + BODY),
        /** Whole, but only after {@link #release}. */
        HELD(HEAD + BODY),
        NOTHING(""),
        PART_OF_THE_STATUS_LINE("HTTP/1.1 20"),
        HEADERS(HEAD),
        TEN_BYTES(HEAD + BODY.substring(0, 10)),
        ALL_BUT_ONE_BYTE(HEAD + BODY.substring(0, BODY.length() - 1)),
        DRIBBLED_HEADERS("HTTP/1.1 200 OK\r\nX-Long: "),
        DRIBBLED_BODY(head(1_000_000)),
        DRIBBLED_CHUNK_SIZE("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;"),
        ENDLESS_CHUNKS("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
        ENDLESS_BODY("HTTP/1.1 200 OK\r\n\r\n"),
        STATUS_500("HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nno"),
        STATUS_204("HTTP/1.1 204 None\r\n\r\n"),
        CUT(HEAD + BODY.substring(0, 10));

        private final String sent;

        Answer(String sent) {
            this.sent = sent;
        }
    }

    private final ServerSocket listening;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger unfinished = new AtomicInteger();
    private volatile CountDownLatch held = new CountDownLatch(1);
    private final AtomicReference<Answer> next = new AtomicReference<>(); // instead of what one call asks for

    PlayedBackend() {
        try {
            listening = new ServerSocket(0, 4096, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    private static String head(int length) {
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n";
    }

    String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /** Connections that no one has closed. */
    int connections() {
        return connections.size();
    }

    /** Calls that have come, ever. */
    int begun() {
        return begun.get();
    }

    /** Calls that have no whole answer and that the caller has not hung up. */
    int unfinished() {
        return unfinished.get();
    }

    /** The next call is answered so, whatever it asks for. */
    void answerNext(Answer answer) {
        next.set(answer);
    }

    /** Has the calls that are held answered; those that come later are held again. */
    void release() {
        CountDownLatch last = held;
        held = new CountDownLatch(1);
        last.countDown();
    }

    private static void start(Runnable task) {
        var thread = new Thread(task, "played-backend");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                connections.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String requestLine = line;
                while (line != null && !line.isEmpty()) line = in.readLine();
                answer(requestLine, in, socket.getOutputStream());
            }
        } catch (IOException hungUp) {
            // or the test is over
        } finally {
            connections.remove(socket);
        }
    }

    private void answer(String requestLine, BufferedReader in, OutputStream out) throws IOException {
        CountDownLatch latch = held; // before it is counted: whoever has seen it come can release it
        unfinished.incrementAndGet();
        begun.incrementAndGet();
        try {
            int number = Integer.parseInt(requestLine.replaceFirst(".*\\?ms=(\\d+).*", "$1"));
            Answer instead = next.getAndSet(null);
            Answer how = instead == null ? Answer.values()[number] : instead;
            if (how == Answer.HELD) await(latch);
            answer(how, in, out);
        } finally {
            unfinished.decrementAndGet();
        }
    }

    private void answer(Answer how, BufferedReader in, OutputStream out) throws IOException {
        send(how.sent, out);
        switch (how) {
            case NOTHING, PART_OF_THE_STATUS_LINE, HEADERS, TEN_BYTES, ALL_BUT_ONE_BYTE -> {
                if (in.read() >= 0) throw new IOException("the caller said more");
                throw new IOException("hung up");
            }
            case DRIBBLED_HEADERS, DRIBBLED_BODY, DRIBBLED_CHUNK_SIZE -> dribble(out);
            case ENDLESS_CHUNKS -> sendForEver("2000\r\n" + ".".repeat(0x2000) + "\r\n", out);
            case ENDLESS_BODY -> sendForEver(".".repeat(0x2000), out);
            case CUT -> throw new IOException("cut");
            default -> {} // whole
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void send(String text, OutputStream out) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void dribble(OutputStream out) throws IOException {
        try {
            while (true) { // until the caller hangs up
                send("x", out);
                TimeUnit.MILLISECONDS.sleep(DRIBBLE_MILLIS);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void sendForEver(String text, OutputStream out) throws IOException {
        while (true) send(text, out);
    }

    @Override
    public void close() {
        release();
        try {
            listening.close();
            for (Socket socket : connections) socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
