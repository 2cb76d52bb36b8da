package asynclab.original;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Helidon SE: each request has a virtual thread, and blocks. {@code /gateway} calls the backend with the JDK's blocking call. */
public final class HelidonHold {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private HelidonHold() {}

    private static void hold(ServerRequest request, ServerResponse response) throws InterruptedException {
        long startedNanos = System.nanoTime();
        long millis = Long.parseLong(request.query().get("ms"));
        Thread.sleep(millis);
        answer(response, millis, startedNanos, "ok");
    }

    private static void call(ServerRequest request, ServerResponse response) throws Exception {
        long startedNanos = System.nanoTime();
        long millis = Long.parseLong(request.query().get("ms"));
        var backend = URI.create(System.getProperty("backend") + "/slowendpoint?ms=" + millis);
        var called = CLIENT.send(HttpRequest.newBuilder(backend).build(), HttpResponse.BodyHandlers.ofString());
        answer(response, millis, startedNanos, called.body());
    }

    private static void answer(ServerResponse response, long millis, long startedNanos, String body) {
        response.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        response.header("X-Content-Type-Options", "nosniff");
        response.header("Cache-Control", "no-store");
        response.header("X-Planned-Ms", Long.toString(millis));
        response.header("X-Held-Ms", Long.toString((System.nanoTime() - startedNanos) / 1_000_000));
        response.header(HeaderNames.CONTENT_TYPE, "text/plain;charset=utf-8");
        response.send(body);
    }

    public static void main(String[] arguments) {
        WebServer.builder()
                .host("127.0.0.1")
                .port(Integer.getInteger("port"))
                .backlog(4096)
                .routing(routing -> routing.get("/hold", HelidonHold::hold).get("/gateway", HelidonHold::call))
                .build()
                .start();
    }
}
