package asynclab.exchange;

import java.io.IOException;
import java.util.Locale;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletResponse;

/** How a container sends a whole reply, so that no thread waits for the reader and no reply waits for a thread. */
public enum Delivery {

    /**
     * Jetty. What is written stays in the response's buffer, and {@code complete()} sends it without blocking, on the thread
     * that calls it. Two conditions: the buffer must hold the whole body, and the length must not be set. With the length set,
     * Jetty sends the last byte in {@code write} and blocks. Without it, Jetty counts and sends the same length.
     */
    BUFFERED {
        @Override
        public void write(Reply reply, HttpServletResponse response) throws IOException {
            byte[] body = reply.body();
            reply.writeHead(response);
            if (reply.status() == 304) response.setContentLengthLong(body.length); // else Jetty says 0
            if (!reply.hasBody()) return;
            if (body.length > LARGEST_AGGREGATED) response.setBufferSize(body.length + 1);
            if (body.length > 0) response.getOutputStream().write(body);
        }
    },

    /**
     * Tomcat and every other container. {@code complete()} hands what is in the buffer to a request thread, which blocks until
     * the client has read it. So an {@link Outlet} writes the reply before, by a {@code WriteListener}.
     */
    BY_LISTENER {
        @Override
        public void write(Reply reply, HttpServletResponse response) throws IOException {
            reply.writeHead(response);
            setLength(reply, response);
            if (reply.hasBody()) response.getOutputStream().write(reply.body());
        }
    };

    /** Jetty copies a write of up to 8,192 bytes into its buffer. A larger one it sends at once, unless the buffer is larger. */
    private static final int LARGEST_AGGREGATED = 8_000;

    /** The container's way. */
    public static Delivery of(ServletContext context) {
        return context.getServerInfo().toLowerCase(Locale.ROOT).startsWith("jetty") ? BUFFERED : BY_LISTENER;
    }

    /** Unless it is among the headers: a HEAD may be answered without a body to count. */
    static void setLength(Reply reply, HttpServletResponse response) {
        if (reply.hasBody() && !response.containsHeader("Content-Length"))
            response.setContentLength(reply.body().length);
    }

    /** Writes a reply on the caller's thread. With {@link #BY_LISTENER} the container may block that thread. */
    public abstract void write(Reply reply, HttpServletResponse response) throws IOException;
}
