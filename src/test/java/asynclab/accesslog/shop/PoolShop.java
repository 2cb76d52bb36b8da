package asynclab.accesslog.shop;

import asynclab.cli.Lab;
import asynclab.options.Options;
import asynclab.server.PostgreSql;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A shop on HikariCP and PostgreSQL, and its customers. Its endpoints compute, then wait in the database, then wait for another service.
 * The customers are an open workload: a Poisson process. The real server writes the access log of {@code results/log}. The arguments are the
 * file of the log, the seconds, and the options that the build gives to the lab.
 */
public final class PoolShop {

    private static final double REQUESTS_PER_SECOND = 60;
    private static final int WARM_UP_SECONDS = 10;
    private static final int THREADS = 42;
    private static final int CONNECTIONS = 12;
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

    private PoolShop() {}

    public static void main(String[] arguments) {
        Options options = Lab.options(Arrays.copyOfRange(arguments, 2, arguments.length));
        try (var processes = new Processes();
                PostgreSql database = PostgreSql.start(processes, options.work(), CONNECTIONS);
                Server server = Server.start(options, processes, settings(database, Path.of(arguments[0])))) {
            new PoolShop().send("http://127.0.0.1:" + server.port(), Integer.parseInt(arguments[1]));
        }
    }

    private static ServerSettings settings(PostgreSql database, Path log) {
        return ServerSettings.named("pool-shop")
                .withRequestThreads(THREADS)
                .withJvmFlags(List.of("-Dlab.accessLog=" + log.toAbsolutePath()))
                .withDatabase(database, PostgreSql.SLEEP_AND_FIND, CONNECTIONS);
    }

    private void send(String shop, int seconds) {
        var underway = new Phaser(1);
        long start = System.nanoTime();
        double at = 0;
        while (at < WARM_UP_SECONDS + seconds) {
            at -= Math.log(1 - random.nextDouble()) / REQUESTS_PER_SECOND;
            long ahead = start + (long) (at * TimeUnit.SECONDS.toNanos(1)) - System.nanoTime();
            if (ahead > 0) LockSupport.parkNanos(ahead);
            underway.register();
            String path = at < WARM_UP_SECONDS ? "/phases?connectionMs=20&cpuMs=1" : page();
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
                return String.format(
                        Locale.ROOT,
                        "/phases/%s?cpuMs=%s&connectionMs=%d&ms=%d",
                        page.name,
                        page.cpuMs,
                        drawn(page.connectionMs),
                        drawn(page.otherMs));
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
