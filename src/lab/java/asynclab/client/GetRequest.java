package asynclab.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;

/** A request of {@link LoadClient} as bytes. It has JMeter's headers, because the memory of a connection in the server depends on them. */
final class GetRequest {

    static final String USER_AGENT = "Apache-HttpClient/4.5.14 (Java/17)";

    // The garbage collector frees an old request. Netty may still be writing it, and must not report it as a leak.
    private static final ByteBufAllocator UNTRACKED = new UnpooledByteBufAllocator(true, true);

    private GetRequest() {}

    /** Shared by all users, and never released. */
    static ByteBuf of(int port, String path) {
        String text = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nConnection: keep-alive\r\nUser-Agent: " + USER_AGENT + "\r\n\r\n";
        return Unpooled.unreleasableBuffer(
                UNTRACKED.directBuffer().writeBytes(text.getBytes(StandardCharsets.US_ASCII)));
    }
}
