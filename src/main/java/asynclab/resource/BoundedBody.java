package asynclab.resource;

import asynclab.exchange.Failure.BackendFailed;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Keeps a backend's body in memory, up to a limit. A longer body fails the call and closes the connection. Used by one thread at a time. */
final class BoundedBody implements BodySubscriber<byte[]> {

    static final int MOST_BYTES = 1024 * 1024;

    private final BodySubscriber<byte[]> body = BodySubscribers.ofByteArray();
    private Flow.Subscription subscription;
    private long bytes;

    static BackendFailed tooLong() {
        return new BackendFailed("The backend's answer is longer than " + MOST_BYTES + " bytes", null);
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        this.subscription = subscription;
        body.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        if (bytes > MOST_BYTES) return; // buffers that were under way when the body was cancelled
        for (ByteBuffer buffer : buffers) bytes += buffer.remaining();
        if (bytes <= MOST_BYTES) {
            body.onNext(buffers);
            return;
        }
        subscription.cancel(); // which closes the connection
        body.onError(tooLong());
    }

    @Override
    public void onError(Throwable thrown) {
        body.onError(thrown);
    }

    @Override
    public void onComplete() {
        body.onComplete();
    }
}
