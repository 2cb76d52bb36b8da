package asynclab.web.burst;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Counts the bytes of a response body and keeps only its beginning, so the size of the body does not matter. The HTTP client
 * calls it from one thread at a time.
 */
final class BodyCounter implements HttpResponse.BodySubscriber<BodyCounter.CountedBody> {

    /** The length of a body, and its beginning as text. */
    record CountedBody(long bytes, String beginning) {}

    private final int kept;
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream(0);
    private final CompletableFuture<CountedBody> body = new CompletableFuture<>();
    private long bytes;

    /** @param kept the number of bytes to keep from the beginning */
    BodyCounter(int kept) {
        this.kept = kept;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE); // no back-pressure: each piece is dropped at once
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        for (ByteBuffer piece : pieces) {
            bytes += piece.remaining();
            var start = new byte[Math.min(piece.remaining(), kept - beginning.size())];
            piece.get(start);
            beginning.writeBytes(start);
        }
    }

    @Override
    public void onError(Throwable thrown) {
        body.completeExceptionally(thrown);
    }

    @Override
    public void onComplete() {
        body.complete(new CountedBody(bytes, beginning.toString(StandardCharsets.UTF_8)));
    }

    @Override
    public CompletionStage<CountedBody> getBody() {
        return body;
    }
}
