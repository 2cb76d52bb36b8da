package asynclab.traffic;

import asynclab.accesslog.LoggedRequest;
import java.util.SplittableRandom;

/** Logs whose truth is known. */
final class Synthetic {

    private Synthetic() {}

    /** Poisson arrivals and exponential times. One request in ten goes to an endpoint that takes ten times as long as the other. */
    static Traffic poisson(double perSecond, double meanMillis, int requests) {
        var random = new SplittableRandom(11);
        var builder = new Traffic.Builder();
        double now = 0;
        for (int i = 0; i < requests; i++) {
            boolean slow = random.nextInt(10) == 0;
            double mean = meanMillis * (slow ? 10 : 1) / 1.9;
            double millis = -mean * Math.log(1 - random.nextDouble());
            builder.add(request(now, millis, slow ? "/search?q=" + i : "/orders/" + i));
            now -= 1_000 / perSecond * Math.log(1 - random.nextDouble());
        }
        return builder.build();
    }

    /** Poisson arrivals, and exponential times that are the same for all endpoints: M/M/c. */
    static Traffic exponential(double perSecond, double meanMillis, int requests) {
        var random = new SplittableRandom(12);
        var builder = new Traffic.Builder();
        double now = 0;
        for (int i = 0; i < requests; i++) {
            builder.add(request(now, -meanMillis * Math.log(1 - random.nextDouble()), "/orders"));
            now -= 1_000 / perSecond * Math.log(1 - random.nextDouble());
        }
        return builder.build();
    }

    static LoggedRequest request(double startMillis, double millis, String path) {
        return new LoggedRequest(
                1_700_000_000_000_000L + Math.round(startMillis * 1e3), 0, Math.round(millis * 1e3), "GET", path, 200);
    }
}
