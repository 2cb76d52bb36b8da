package asynclab.probe;

import asynclab.options.ProbeOptions;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A small service on a free port of this machine. */
public final class PlayedService implements AutoCloseable {

    /** What a path does. */
    public interface PlayedPath {
        void handle(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    public PlayedService() throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // or a response waits 40 ms for an acknowledgement
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 1024);
        server.setExecutor(threads);
        server.start();
    }

    @Command(name = "probe")
    private static final class ProbeWords {
        @Mixin
        private ProbeOptions options;
    }

    static ProbeOptions options(String url, String... words) {
        var read = new ProbeWords();
        var all = new ArrayList<>(List.of(url));
        all.addAll(List.of(words));
        new CommandLine(read).setExpandAtFiles(false).parseArgs(all.toArray(String[]::new));
        read.options.check();
        return read.options;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    public void on(String path, PlayedPath does) {
        server.createContext(path, exchange -> {
            try (exchange) {
                does.handle(exchange);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    void answers(String path, int status, String text) {
        on(path, exchange -> answer(exchange, status, text));
    }

    public static void answer(HttpExchange exchange, int status, String text) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
