package asynclab.recorder.planted;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Sends the requests of all cells to one server, one after the other. */
final class PlantedRun {

    /**
     * A request and its truth, in microseconds.
     *
     * @param path without the query
     * @param sentNanos when the client sent it; {@link System#nanoTime} of two JVMs of one Linux machine has one origin
     * @param truth the processor's time, the wait for a connection, the time that it was held, all of it, and when it began
     *     in nanoseconds
     */
    record SentRequest(PlantedCell cell, String path, long sentNanos, long[] truth) {

        double waitMs() {
            return (truth[4] - sentNanos) / 1e6 + Math.max(0, cell.sentAgoMicros()) / 1e3;
        }
    }

    private static final int EACH = 20;
    private static final int WARM_UP = 400;
    private static final long SETTLE_NANOS = 500_000_000;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;
    private final boolean hasPool;

    PlantedRun(int port, String kind, boolean hasPool) {
        url = "http://127.0.0.1:" + port + kind;
        this.hasPool = hasPool;
    }

    List<SentRequest> send() throws IOException {
        for (int i = 0; i < WARM_UP; i++) get("warm/" + i + "?cpuMs=0.2&connectionMs=0.1", 0);
        var sent = new ArrayList<SentRequest>();
        for (PlantedCell cell : PlantedCell.all(hasPool))
            if (cell.fill()) sent.addAll(sendAmongMany(cell));
            else for (int i = 0; i < EACH; i++) sent.add(send(cell, i));
        return sent;
    }

    private SentRequest send(PlantedCell cell, int number) throws IOException {
        CompletableFuture<?> occupied = null;
        if (cell.occupy()) {
            occupied = start("occupy/1?connectionMs=" + (cell.ms() + 3));
            LockSupport.parkNanos(3_000_000);
        }
        long sentNanos = System.nanoTime();
        HttpResponse<String> answer = get(cell.path(number), cell.sentAgoMicros());
        if (occupied != null) occupied.join();
        String[] truth =
                answer.headers().firstValue(PlantedWork.HEADER).orElseThrow().split(" ");
        long[] micros = new long[truth.length];
        for (int i = 0; i < micros.length; i++) micros[i] = Long.parseLong(truth[i]);
        return new SentRequest(cell, answer.uri().getPath(), sentNanos, micros);
    }

    /** Half as many users again as there are threads send one request after the other, so each waits for half of its time. */
    private List<SentRequest> sendAmongMany(PlantedCell cell) throws IOException {
        var running = new AtomicBoolean(true);
        var others = new ArrayList<CompletableFuture<?>>();
        String path = "fill/1?otherMs=" + 2 * cell.ms();
        for (int i = 0; i < PlantedParts.THREADS * 3 / 2; i++) others.add(repeat(path, running));
        LockSupport.parkNanos(SETTLE_NANOS);
        var sent = new ArrayList<SentRequest>();
        for (int i = 0; i < EACH; i++) sent.add(send(cell, i));
        running.set(false);
        others.forEach(CompletableFuture::join);
        return sent;
    }

    private CompletableFuture<?> repeat(String path, AtomicBoolean running) {
        String blocking = url.replace("/async/", "/blocking/") + path;
        return client.sendAsync(request(blocking, -1), BodyHandlers.discarding())
                .thenCompose(any -> running.get() ? repeat(path, running) : CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<?> start(String path) {
        return client.sendAsync(request(url + path, -1), BodyHandlers.discarding());
    }

    private HttpResponse<String> get(String path, long sentAgoMicros) throws IOException {
        try {
            return client.send(request(url + path, sentAgoMicros), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static HttpRequest request(String url, long sentAgoMicros) {
        var request = HttpRequest.newBuilder(URI.create(url));
        if (sentAgoMicros >= 0) {
            Instant now = Instant.now();
            long micros = now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000 - sentAgoMicros;
            request.header("X-Request-Start", "t=" + micros);
        }
        return request.build();
    }
}
