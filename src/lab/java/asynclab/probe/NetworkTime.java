package asynclab.probe;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;

/**
 * The part of a response time that is outside the service. In this time a request holds none of the service's threads, connections or
 * permits. To open a TCP connection takes one round trip. A second, cheap URL takes the same path as a request of the load. So its
 * response time is the better estimate, if it is short.
 */
final class NetworkTime {

    private static final int CONNECTIONS = 5;
    private static final double SHORT = 0.1; // of the response time of the load
    private static final double MOST = 0.9; // of it; the service takes some time
    private static final double LOCAL_MS = 1; // to connect on one machine takes longer than a request does

    private NetworkTime() {}

    /** The median time to open a connection, in milliseconds; 0 if none opens. */
    static double connectMs(URI uri, int timeoutSeconds) {
        int port = uri.getPort() > 0 ? uri.getPort() : uri.getScheme().equals("https") ? 443 : 80;
        double[] millis = new double[CONNECTIONS];
        for (int i = 0; i < CONNECTIONS; i++) {
            try (var socket = new Socket()) {
                var address = new InetSocketAddress(uri.getHost(), port);
                long started = System.nanoTime();
                socket.connect(address, timeoutSeconds * 1_000);
                millis[i] = (System.nanoTime() - started) / 1e6;
            } catch (IOException e) {
                return 0; // a proxy, perhaps
            }
        }
        return median(millis);
    }

    /** @param otherMs the response time of the second URL without load; null without one */
    static double of(double connectMs, Double otherMs, double unloadedMs) {
        return otherMs != null && otherMs < SHORT * unloadedMs
                ? Math.max(connectMs, otherMs)
                : Math.min(connectMs, (connectMs < LOCAL_MS ? SHORT : MOST) * unloadedMs);
    }

    static double median(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
