package asynclab.accesslog.shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The customers of a shop with a database: an open workload, a Poisson process. The same seed gives the same requests. */
public final class ShopCustomers {

    private static final double SIGMA = 0.4;

    /** @param weight of a hundred requests @param connectionMs the median @param otherMs the median */
    private record ShopPage(String name, int weight, double cpuMs, double connectionMs, double otherMs) {}

    private static final List<ShopPage> PAGES = List.of(
            new ShopPage("search", 40, 1, 80, 30),
            new ShopPage("product", 40, 0.5, 30, 10),
            new ShopPage("checkout", 20, 2, 60, 500));

    private final SplittableRandom random = new SplittableRandom(42);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final double perSecond;
    private final String query;

    /** @param query of each request, for {@link String#format} with the milliseconds of the processor, a connection and the rest */
    public ShopCustomers(double perSecond, String query) {
        this.perSecond = perSecond;
        this.query = query;
    }

    /** Sends requests to the pages below this address, and returns when all have their answer. @param warmUp the seconds of {@code warm} */
    public void send(String shop, String warm, int warmUp, int seconds) {
        var underway = new Phaser(1);
        long start = System.nanoTime();
        double at = 0;
        while (at < warmUp + seconds) {
            at -= Math.log(1 - random.nextDouble()) / perSecond;
            long ahead = start + (long) (at * TimeUnit.SECONDS.toNanos(1)) - System.nanoTime();
            if (ahead > 0) LockSupport.parkNanos(ahead);
            underway.register();
            String path = at < warmUp ? warm : page();
            client.sendAsync(HttpRequest.newBuilder(URI.create(shop + path)).build(), BodyHandlers.discarding())
                    .whenComplete((response, failure) -> underway.arriveAndDeregister());
        }
        underway.arriveAndAwaitAdvance();
    }

    private String page() {
        int at = random.nextInt(100);
        for (ShopPage page : PAGES) {
            at -= page.weight;
            if (at < 0)
                return "/" + page.name
                        + String.format(Locale.ROOT, query, page.cpuMs, drawn(page.connectionMs), drawn(page.otherMs));
        }
        throw new IllegalStateException("the weights are not a hundred");
    }

    private long drawn(double median) {
        double u = random.nextDouble();
        double v = random.nextDouble();
        double normal = Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v);
        return Math.round(median * Math.exp(SIGMA * normal));
    }
}
