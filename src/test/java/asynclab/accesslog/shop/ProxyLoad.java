package asynclab.accesslog.shop;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Users of a blocking servlet behind a proxy: a closed workload. Each user asks to be held for a log-normal time, and thinks for an exponential time
 * of the same mean. {@code src/test/shop/proxies.sh} starts it:
 *
 * <pre>java ProxyLoad.java http://127.0.0.1:8081/hello-servlet-blocking 392 40 out.csv    # users, seconds</pre>
 *
 * A line of the result has the hold time and the response time of a request, in milliseconds.
 */
public final class ProxyLoad {

    private static final double MEDIAN_MILLIS = 150;
    private static final double SIGMA = 0.8;
    private static final double LONGEST_MILLIS = 3_000;

    private record Answered(long hold, double millis) {}

    private ProxyLoad() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int users = Integer.parseInt(arguments[1]);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.parseInt(arguments[2]));
        var each = new ArrayList<List<Answered>>();
        var threads = new ArrayList<Thread>();
        for (int user = 0; user < users; user++) {
            var answered = new ArrayList<Answered>();
            var random = new SplittableRandom(user);
            var thread = new Thread(() -> use(arguments[0], random, end, answered));
            each.add(answered);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) thread.join();
        try (var out = new PrintWriter(Files.newBufferedWriter(Path.of(arguments[3])))) {
            each.forEach(answered -> answered.forEach(it -> out.println(it.hold + "," + it.millis)));
        }
    }

    private static void use(String address, SplittableRandom random, long end, List<Answered> answered) {
        double mean = MEDIAN_MILLIS * Math.exp(SIGMA * SIGMA / 2);
        think(-mean * Math.log(1 - random.nextDouble()));
        while (System.nanoTime() < end) {
            long hold = Math.round(Math.min(LONGEST_MILLIS, MEDIAN_MILLIS * Math.exp(SIGMA * normal(random))));
            long start = System.nanoTime();
            try {
                var connection = (HttpURLConnection)
                        URI.create(address + "?ms=" + hold).toURL().openConnection();
                try (InputStream in = connection.getInputStream()) {
                    in.readAllBytes();
                }
                answered.add(new Answered(hold, (System.nanoTime() - start) / 1e6));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            think(-mean * Math.log(1 - random.nextDouble()));
        }
    }

    private static double normal(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    private static void think(double millis) {
        LockSupport.parkNanos((long) (millis * 1e6));
    }
}
