package asynclab.example;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * An example of a user's own service: it is no servlet and uses no code of the lab. {@code /blocking} sleeps on one of a few threads;
 * {@code /async} responds from a timer. Java starts this file directly:
 *
 * <pre>java src/lab/java/asynclab/example/SlowService.java 8090 20 100    # port, threads, milliseconds</pre>
 */
public final class SlowService implements AutoCloseable {

    private static final byte[] BODY = "done\n".getBytes(StandardCharsets.UTF_8);

    private final HttpServer server;
    private final ExecutorService threads;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final long holdMillis;

    /** @param port 0 for a free one */
    public SlowService(int port, int threads, long holdMillis) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // or a response waits 40 ms for an acknowledgement
        System.setProperty("sun.net.httpserver.maxIdleConnections", "10000"); // or those beyond 200 are closed
        this.holdMillis = holdMillis;
        this.threads = Executors.newFixedThreadPool(threads);
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 1024);
        server.setExecutor(this.threads);
        server.createContext("/blocking", this::blocking);
        server.createContext("/async", this::async);
        server.start();
    }

    public static void main(String[] arguments) throws IOException {
        var service = new SlowService(
                Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]));
        System.out.println("http://127.0.0.1:" + service.port() + "/blocking and /async; Ctrl-C ends it");
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void blocking(HttpExchange exchange) throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(holdMillis); // the work
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        answer(exchange);
    }

    private void async(HttpExchange exchange) {
        timer.schedule(() -> answer(exchange), holdMillis, TimeUnit.MILLISECONDS);
    }

    private static Void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(200, BODY.length);
            exchange.getResponseBody().write(BODY);
        }
        return null;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        timer.shutdownNow();
    }
}
