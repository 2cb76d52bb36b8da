package asynclab.container;

import asynclab.input.Settings;
import asynclab.parameter.BadParameter;
import java.io.IOException;
import java.util.Set;
import javax.servlet.DispatcherType;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** How a container sends a reply, so that no thread waits for the reader and no reply waits for a thread. */
public enum Delivery {

    /**
     * Jetty. What is written stays in the response's buffer, and {@code complete()} sends it without blocking, on the thread
     * that calls it. Two conditions: the buffer must hold the whole body, and the length must not be set. With the length set,
     * Jetty sends the last byte in {@code write} and blocks. Without it, Jetty counts and sends the same length.
     *
     * <p>The request has no timeout of the container. With one, Jetty sets a timer for each request that waits and cancels it at
     * the end. That was the largest part of what an asynchronous request costs beyond a minimal servlet (book, findings).
     *
     * <p>A request with a body is answered as with {@link #BY_LISTENER}.
     */
    BUFFERED {
        @Override
        public long containerTimeoutMillis(long millis) {
            return 0;
        }

        @Override
        public void write(int status, byte[] body, boolean mayHave, HttpServletResponse response) throws IOException {
            if (status == 304) response.setContentLengthLong(body.length); // else Jetty says 0
            if (!mayHave) return;
            if (body.length > LARGEST_AGGREGATED) response.setBufferSize(body.length + 1);
            if (body.length > 0) response.getOutputStream().write(body);
        }
    },

    /**
     * Tomcat and most other containers. {@code complete()} hands what is in the buffer to a request thread, which blocks until
     * the client has read it. So {@code exchange.ReplyWriter} writes the reply before, by a {@code WriteListener}.
     */
    BY_LISTENER,

    /**
     * Open Liberty and Undertow. On Liberty {@code isReady()} is always true, and a write blocks until the client has read. On Undertow
     * 2.2 a reply that a listener writes sometimes has no body (seen, not explained). So the writer threads of {@code exchange.Threads}
     * write the replies of asynchronous requests, and request threads write all others. Each slow reader occupies one thread. If all
     * writers are occupied, further replies queue. If the queue is full, the next reply is 503 without a body. So
     * are those that no writer has taken when the application has stopped for five seconds.
     */
    BY_WRITERS {
        /** None: it would come while the reply waits for a writer, and its request thread would wait for the writer, too. */
        @Override
        public long containerTimeoutMillis(long millis) {
            return 0;
        }
    };

    /** Jetty copies a write of up to 8,192 bytes into its buffer. A larger one it sends at once, unless the buffer is larger. */
    private static final int LARGEST_AGGREGATED = 8_000;

    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD");

    /**
     * The setting {@code delivery}, or the delivery that fits the container.
     *
     * @throws BadParameter if the setting is not one of these names
     */
    public static Delivery of(ServletContext context) {
        String asked = Settings.of(context).text("delivery");
        if (!asked.isEmpty()) return named(asked);
        return switch (ContainerKind.of(context)) {
            case JETTY -> BUFFERED;
            case WITHOUT_LISTENERS -> BY_WRITERS;
            case TOMCAT, OTHER -> BY_LISTENER;
        };
    }

    private static Delivery named(String asked) {
        return switch (asked) {
            case "buffered" -> BUFFERED;
            case "by-listener" -> BY_LISTENER;
            case "by-writers" -> BY_WRITERS;
            default -> throw new BadParameter("delivery", asked, "buffered, by-listener or by-writers");
        };
    }

    /**
     * Whether a {@code WriteListener} sends the reply to this request. On Jetty only if the request has a body: {@code complete()} would
     * close the connection, and a client that is still sending would lose the reply.
     */
    public boolean usesListener(HttpServletRequest request) {
        return this == BY_LISTENER || this == BUFFERED && bodyLength(request) != 0;
    }

    /**
     * The length of the body, or -1 if it is unknown. Over HTTP/2 a body needs no header that announces it; a GET is taken to have none.
     * There, Tomcat leaves it to the application to find that a Content-Length is no number, and throws here.
     */
    public static long bodyLength(HttpServletRequest request) {
        if (request.getHeader("Transfer-Encoding") != null) return -1;
        try {
            long length = request.getContentLengthLong();
            return length < 0 && !mayHaveUnannounced(request) ? 0 : length;
        } catch (IllegalArgumentException malformed) {
            return -1;
        }
    }

    private static boolean mayHaveUnannounced(HttpServletRequest request) {
        return "HTTP/2.0".equals(request.getProtocol()) && !WITHOUT_BODY.contains(request.getMethod());
    }

    /** Whether a request must go asynchronous so that a listener sends the reply, and may. */
    public boolean goesAsync(HttpServletRequest request) {
        return usesListener(request)
                && request.isAsyncSupported()
                && request.getDispatcherType() == DispatcherType.REQUEST;
    }

    /** The timeout to set at the container. 0: none. */
    public long containerTimeoutMillis(long millis) {
        return millis;
    }

    /** Sets the length of the body, unless a header has set it. The reply to a HEAD may have a length without a body. */
    public static void setLength(int length, HttpServletResponse response) {
        if (!response.containsHeader("Content-Length")) response.setContentLength(length);
    }

    /**
     * Writes a body on the caller's thread, after the head. Except with {@link #BUFFERED}, the container may block that thread.
     *
     * @param mayHave whether the status allows a body; else only its length counts, for a 304
     */
    public void write(int status, byte[] body, boolean mayHave, HttpServletResponse response) throws IOException {
        if (!mayHave) return;
        setLength(body.length, response);
        response.getOutputStream().write(body);
    }
}
