package asynclab.client;

import asynclab.options.LabException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.util.Callback;

/**
 * Users whose requests share connections: HTTP/2 without TLS and without an upgrade, by Jetty's client. Idle connections and
 * idle requests have no timeout.
 *
 * <p>Called by one thread.
 */
public final class Http2Users implements AutoCloseable {

    private static final HttpFields HEADERS =
            HttpFields.build().put(HttpHeader.USER_AGENT, GetRequest.USER_AGENT).asImmutable();

    private final HTTP2Client client = new HTTP2Client();
    private final Map<Integer, Integer> settings;
    private final String address;
    private final InetSocketAddress socket;
    private final List<Session> connections = new ArrayList<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger errors = new AtomicInteger();

    /** Users of the server on this port of this machine. They have no connection yet. */
    public Http2Users(int port) {
        this(port, Map.of());
    }

    /** Users whose flow-control window is 0 bytes: they get the headers of a response, but no body. */
    public static Http2Users whoTakeNoBody(int port) {
        return new Http2Users(port, Map.of(SettingsFrame.INITIAL_WINDOW_SIZE, 0));
    }

    private Http2Users(int port, Map<Integer, Integer> settings) {
        this.settings = settings;
        address = "http://127.0.0.1:" + port;
        socket = new InetSocketAddress("127.0.0.1", port);
        client.setIdleTimeout(0);
        try {
            client.start();
        } catch (Exception e) {
            throw new LabException("The HTTP/2 client does not start: " + e, e);
        }
    }

    /** Opens connections until there is this number. A connection that the server has closed does not count. */
    public void connect(int number) {
        connections.removeIf(Session::isClosed);
        while (connections.size() < number)
            connections.add(await(client.connect(socket, new Preface()), "A connection was not opened"));
    }

    /** Sends this number of requests, spread evenly over the connections. Returns when all are sent. */
    public void ask(int number, String path) {
        ask(number, "GET", path, true);
    }

    /** Sends this number of requests whose body never comes. Returns when their headers are sent. */
    public void askWithoutEnd(int number, String method, String path) {
        ask(number, method, path, false);
    }

    private void ask(int number, String method, String path, boolean whole) {
        var uri = HttpURI.from(address + path);
        var request = new HeadersFrame(new MetaData.Request(method, uri, HttpVersion.HTTP_2, HEADERS), null, whole);
        for (int sent = 0; sent < number; sent += connections.size())
            connections.stream()
                    .limit(number - sent)
                    .map(connection -> send(connection, request))
                    .toList()
                    .forEach(stream -> await(stream, "A request was not sent"));
    }

    /** A request that cannot be sent counts as an error and not as waiting. */
    private CompletableFuture<Stream> send(Session connection, HeadersFrame request) {
        waiting.incrementAndGet();
        return connection.newStream(request, new ResponseListener()).whenComplete((stream, failure) -> {
            if (failure != null) ended(false);
        });
    }

    private void ended(boolean ok) {
        if (!ok) errors.incrementAndGet();
        waiting.decrementAndGet();
    }

    /** The number of requests that wait for a response. */
    public int waiting() {
        return waiting.get();
    }

    /** The number of responses whose headers have come. */
    public int begun() {
        return begun.get();
    }

    /** The number of responses with another status than 200 or without their end, and of requests that were cancelled or not sent. */
    public int errors() {
        return errors.get();
    }

    /** Cancels every waiting request, as a browser does when its user leaves the page. */
    public void leave() {
        for (Session connection : connections)
            for (Stream stream : connection.getStreams())
                stream.reset(new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
    }

    private static <T> T await(CompletableFuture<T> future, String failure) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new LabException(failure + ": " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted.");
        }
    }

    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception e) {
            throw new LabException("The HTTP/2 client does not stop: " + e, e);
        }
    }

    private final class Preface implements Session.Listener {
        @Override
        public Map<Integer, Integer> onPreface(Session session) {
            return settings;
        }
    }

    private final class ResponseListener implements Stream.Listener {
        private boolean ok;

        @Override
        public void onHeaders(Stream stream, HeadersFrame frame) {
            ok = frame.getMetaData() instanceof MetaData.Response response && response.getStatus() == 200;
            begun.incrementAndGet();
            Stream.Listener.super.onHeaders(stream, frame);
        }

        @Override
        public void onReset(Stream stream, ResetFrame frame, Callback callback) {
            ok = false;
            callback.succeeded();
        }

        @Override
        public void onFailure(Stream stream, int error, String reason, Throwable failure, Callback callback) {
            ok = false;
            callback.succeeded();
        }

        @Override
        public void onClosed(Stream stream) {
            ended(ok);
        }
    }
}
