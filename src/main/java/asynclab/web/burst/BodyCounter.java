package asynclab.web.burst;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.client.Response;

/**
 * Counts the bytes of a response body and keeps only its beginning, so the size of the body does not matter. The HTTP client calls it
 * from one thread at a time. It is read after the response.
 */
final class BodyCounter implements Response.ContentListener {

    private final int kept;
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream(0);
    private long bytes;

    /** @param kept the number of bytes to keep from the beginning */
    BodyCounter(int kept) {
        this.kept = kept;
    }

    @Override
    public void onContent(Response response, ByteBuffer piece) {
        bytes += piece.remaining();
        var start = new byte[Math.min(piece.remaining(), kept - beginning.size())];
        piece.get(start);
        beginning.writeBytes(start);
    }

    long bytes() {
        return bytes;
    }

    /** As text. */
    String beginning() {
        return beginning.toString(StandardCharsets.UTF_8);
    }
}
