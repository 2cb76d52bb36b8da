package asynclab.exchange;

import asynclab.container.Delivery;
import asynclab.json.Json;
import asynclab.parameter.BadParameter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole response. It is serialised before the response is touched, so an error in serialising has no effect on the response. {@link
 * Delivery} sends it with its length. Immutable.
 *
 * @param body for a 304, the body of the corresponding 200: only its length may be sent (RFC 9110 8.6)
 * @param beforeItIsSent runs when the reply is sent. A reply that is too late is made and never sent
 */
public record Reply(int status, String contentType, byte[] body, List<Header> headers, Runnable beforeItIsSent) {

    /** A header of the response. Each name appears once. */
    public record Header(String name, String value) {}

    private static final Logger LOG = LoggerFactory.getLogger(Reply.class);

    private static final int RETRY_AFTER_STOP_SECONDS = 5;

    public Reply(int status, String contentType, byte[] body, List<Header> headers) {
        this(status, contentType, body, headers, () -> {});
    }

    public static Reply text(String contentType, String body) {
        return new Reply(200, contentType, body.getBytes(StandardCharsets.UTF_8), List.of());
    }

    /** @throws IllegalArgumentException if the value cannot be serialised */
    public static Reply json(int status, Object value) {
        return new Reply(status, "application/json", Json.bytes(value), List.of());
    }

    /** 400: the parameter, its value and the allowed range. */
    public static Reply badParameter(BadParameter bad) {
        return json(400, bad.parts());
    }

    /** 503 with Retry-After in seconds and the reason. */
    public static Reply unavailable(int retryAfterSeconds, String why) {
        return json(503, Map.of("error", why)).with("Retry-After", Integer.toString(retryAfterSeconds));
    }

    /** 503: the application is being stopped. A retry soon may reach a new one. */
    public static Reply stopping() {
        return unavailable(RETRY_AFTER_STOP_SECONDS, "The server is stopping.");
    }

    /** 500: the request failed. The reason is in the log only. */
    public static Reply failed() {
        return json(500, Map.of("error", "The request failed. The server's log has the reason."));
    }

    /** 502: the backend failed. The reason is in the log only. */
    public static Reply badGateway() {
        return json(502, Map.of("error", "The backend failed, or its answer was not valid."));
    }

    /** 204: an answer without a body. */
    public static Reply noContent() {
        return new Reply(204, null, new byte[0], List.of());
    }

    /** 403: a page of another site has asked. */
    public static Reply ofAnotherSite() {
        return json(403, Map.of("error", "A page of another site may not ask this."));
    }

    /** 404: there is nothing at this URL. */
    public static Reply notFound() {
        return json(404, Map.of("error", "There is nothing at this URL."));
    }

    /** 412: the client has asked for another version. */
    public static Reply preconditionFailed() {
        return json(412, Map.of("error", "What is at this URL has none of the entity tags in If-Match."));
    }

    /** 405: the allowed methods. */
    public static Reply onlyMethods(String allowed, String method) {
        String why = new BadParameter("The method", method, allowed.replace(", ", " or ")).getMessage();
        return json(405, Map.of("error", why)).with("Allow", allowed);
    }

    /** The same with another status. */
    public Reply as(int otherStatus) {
        return otherStatus == status ? this : new Reply(otherStatus, contentType, body, headers, beforeItIsSent);
    }

    public Reply with(String header, String value) {
        return with(List.of(new Header(header, value)), beforeItIsSent);
    }

    /** The same with more headers. The task replaces {@link #beforeItIsSent}. */
    public Reply with(List<Header> more, Runnable task) {
        return new Reply(status, contentType, body, headersAnd(more), task);
    }

    private List<Header> headersAnd(List<Header> more) {
        if (headers.isEmpty()) return more;
        var all = new ArrayList<>(headers);
        all.addAll(more);
        return all;
    }

    /** Whether the status allows a body, and with it a length (RFC 9110 8.6). */
    boolean hasBody() {
        return status >= 200 && status != 204 && status != 205 && status != 304;
    }

    /** Sets status, type and headers, but not the length. */
    void writeHead(HttpServletResponse response) {
        response.setStatus(status);
        if (contentType != null) response.setContentType(contentType);
        // No other code sets these. To replace a header, a container would search all headers.
        for (Header header : headers) response.addHeader(header.name, header.value);
    }

    /** Writes the response on the caller's thread. */
    public void write(HttpServletResponse response, Delivery delivery) throws IOException {
        writeHead(response);
        delivery.write(status, body, hasBody(), response);
    }

    /**
     * Writes the response. Only the winner of a claim calls this.
     *
     * @param ending the ending of the claim
     * @return the actual ending
     */
    Ending sendTo(HttpServletResponse response, Delivery delivery, Ending ending) {
        try {
            beforeItIsSent.run();
            write(response, delivery);
            return ending;
        } catch (IOException e) {
            return Ending.CLIENT_GONE;
        } catch (Throwable thrown) { // the container has ended the response itself
            LOG.warn("A response could not be written", thrown);
            return Ending.FAILED;
        }
    }
}
