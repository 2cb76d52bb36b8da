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
 * A response's body that is counted as it arrives and thrown away, but for its beginning. However large the body is, no more
 * than that is in memory. The client calls it from one thread at a time.
 */
final class Counted implements HttpResponse.BodySubscriber<Counted.Body> {

    /** How long a body was, and its beginning as text. */
    record Body(long bytes, String beginning) {}

    private final int kept;
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream(0);
    private final CompletableFuture<Body> body = new CompletableFuture<>();
    private long bytes;

    /** @param kept how many bytes of the beginning are kept */
    Counted(int kept) {
        this.kept = kept;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE); // what has come is gone at once, so there is never too much
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
        body.complete(new Body(bytes, beginning.toString(StandardCharsets.UTF_8)));
    }

    @Override
    public CompletionStage<Body> getBody() {
        return body;
    }
}
