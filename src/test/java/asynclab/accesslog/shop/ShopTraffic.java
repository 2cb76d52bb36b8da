package asynclab.accesslog.shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The customers of the shop: an open workload with bursts. Requests arrive as a Poisson process of 80 requests/s. Every twenty
 * seconds the rate is three times that for three seconds. Arrivals do not wait for answers. Java starts this file directly:
 *
 * <pre>java src/test/java/asynclab/accesslog/shop/ShopTraffic.java http://127.0.0.1:8080 150    # seconds</pre>
 */
public final class ShopTraffic {

    private static final double REQUESTS_PER_SECOND = 80;
    private static final int BURST_EVERY_SECONDS = 20;
    private static final int BURST_SECONDS = 3;
    private static final int BURST_FACTOR = 3;

    private final Random random = new Random(21);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Phaser underway = new Phaser(1);

    private ShopTraffic() {}

    public static void main(String[] arguments) {
        new ShopTraffic().run(arguments[0], Integer.parseInt(arguments[1]));
    }

    private void run(String shop, int seconds) {
        long start = System.nanoTime();
        double at = 0;
        int sent = 0;
        while (at < seconds) {
            int factor = at % BURST_EVERY_SECONDS > BURST_EVERY_SECONDS - BURST_SECONDS ? BURST_FACTOR : 1;
            at -= Math.log(1 - random.nextDouble()) / (REQUESTS_PER_SECOND * factor);
            long ahead = start + (long) (at * TimeUnit.SECONDS.toNanos(1)) - System.nanoTime();
            if (ahead > 0) LockSupport.parkNanos(ahead);
            send(URI.create(shop + path()));
            sent++;
        }
        underway.arriveAndAwaitAdvance();
        System.out.println(sent + " requests");
    }

    private void send(URI uri) {
        underway.register();
        var request = HttpRequest.newBuilder(uri).header("User-Agent", "shop-traffic/1 (\"Customer\")");
        if (uri.getPath().matches("/checkout|/login")) request.POST(HttpRequest.BodyPublishers.noBody());
        client.sendAsync(request.build(), BodyHandlers.discarding())
                .whenComplete((response, failure) -> underway.arriveAndDeregister());
    }

    private String path() {
        int percent = random.nextInt(100);
        if (percent < 34) return "/search?q=shoes+" + random.nextInt(100);
        if (percent < 63) return "/product/" + (1 + random.nextInt(400));
        if (percent < 83) return "/image/" + String.format("%032x", 0x9e3779b97f4a7c15L * (1 + random.nextInt(60)));
        if (percent < 91) return "/cart";
        if (percent < 96) return "/checkout";
        if (percent < 98) return "/login";
        return percent < 99 ? "/orders/" + new UUID(21, random.nextInt(50)) : "/favicon.ico";
    }
}
