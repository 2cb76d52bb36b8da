package asynclab.original;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;

/** Vert.x: a timer of the event loop answers. {@code /gateway} calls the backend with the Vert.x client. */
public final class VertxHold extends AbstractVerticle {

    private static final int CONNECTIONS = 10_000; // the client's own limit is 5

    private WebClient client;

    @Override
    public void start() {
        client = WebClient.create(vertx, new WebClientOptions(), new PoolOptions().setHttp1MaxSize(CONNECTIONS));
        vertx.createHttpServer(new HttpServerOptions().setAcceptBacklog(4096))
                .requestHandler(this::handle)
                .listen(Integer.getInteger("port"), "127.0.0.1");
    }

    private void handle(HttpServerRequest request) {
        long startedNanos = System.nanoTime();
        if (!request.path().equals("/gateway") && !request.path().equals("/hold")) {
            request.response().setStatusCode(404).end();
            return;
        }
        long millis = Long.parseLong(request.getParam("ms"));
        if (request.path().equals("/gateway")) call(request.response(), millis, startedNanos);
        else if (millis == 0) answer(request.response(), millis, startedNanos).end("ok"); // a timer needs a millisecond
        else
            vertx.setTimer(millis, timer -> answer(request.response(), millis, startedNanos)
                    .end("ok"));
    }

    private void call(HttpServerResponse response, long millis, long startedNanos) {
        client.getAbs(System.getProperty("backend") + "/slowendpoint?ms=" + millis)
                .send()
                .onSuccess(backend -> answer(response, millis, startedNanos).end(backend.body()))
                .onFailure(thrown -> response.setStatusCode(502).end());
    }

    private static HttpServerResponse answer(HttpServerResponse response, long millis, long startedNanos) {
        return response.putHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Cache-Control", "no-store")
                .putHeader("X-Planned-Ms", Long.toString(millis))
                .putHeader("X-Held-Ms", Long.toString((System.nanoTime() - startedNanos) / 1_000_000))
                .putHeader("Content-Type", "text/plain;charset=utf-8");
    }

    public static void main(String[] arguments) {
        int loops = Runtime.getRuntime().availableProcessors();
        Vertx.vertx().deployVerticle(VertxHold.class, new DeploymentOptions().setInstances(loops));
    }
}
