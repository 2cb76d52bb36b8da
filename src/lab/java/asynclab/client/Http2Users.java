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
 * Users whose requests share connections: HTTP/2 without TLS and without an upgrade, by Jetty's client. Neither connections nor
 * requests that are idle are given up on.
 *
 * <p>Called by one thread.
 */
public final class Http2Users implements AutoCloseable {

    private static final HttpFields HEADERS =
            HttpFields.build().put(HttpHeader.USER_AGENT, LoadClient.USER_AGENT).asImmutable();

    private final HTTP2Client client = new HTTP2Client();
    private final Map<Integer, Integer> settings;
    private final String address;
    private final InetSocketAddress socket;
    private final List<Session> connections = new ArrayList<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger errors = new AtomicInteger();

    /** They ask the server of this machine that listens on the port; without a connection yet. */
    public Http2Users(int port) {
        this(port, Map.of());
    }

    /** Users whose window for answers is 0 bytes: they get headers, and nothing of a body. */
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

    /** Opens connections until there are so many. */
    public void connect(int number) {
        while (connections.size() < number)
            connections.add(await(client.connect(socket, new Preface()), "A connection was not opened"));
    }

    /** So many requests, spread evenly over the connections; returns when all are sent. */
    public void ask(int number, String path) {
        ask(number, "GET", path, true);
    }

    /** So many requests whose body never comes; returns when their headers are sent. */
    public void askWithoutEnd(int number, String method, String path) {
        ask(number, method, path, false);
    }

    private void ask(int number, String method, String path, boolean whole) {
        var uri = HttpURI.from(address + path);
        var request = new HeadersFrame(new MetaData.Request(method, uri, HttpVersion.HTTP_2, HEADERS), null, whole);
        waiting.addAndGet(number);
        for (int sent = 0; sent < number; sent += connections.size())
            connections.stream()
                    .limit(number - sent)
                    .map(connection -> connection.newStream(request, new Answer()))
                    .toList()
                    .forEach(stream -> await(stream, "A request was not sent"));
    }

    /** Requests that were sent and have no answer. */
    public int waiting() {
        return waiting.get();
    }

    /** Answers that were not 200, and requests that were given up on. */
    public int errors() {
        return errors.get();
    }

    /** Gives up on every request that still waits, as a browser does whose user has left the page. */
    public void leave() {
        for (Session connection : connections)
            for (Stream stream : connection.getStreams())
                stream.reset(new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
    }

    private static <T> T await(CompletableFuture<T> future, String otherwise) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new LabException(otherwise + ": " + e.getCause(), e);
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

    private final class Answer implements Stream.Listener {
        private boolean ok;

        @Override
        public void onHeaders(Stream stream, HeadersFrame frame) {
            ok = frame.getMetaData() instanceof MetaData.Response response && response.getStatus() == 200;
            Stream.Listener.super.onHeaders(stream, frame);
        }

        @Override
        public void onClosed(Stream stream) {
            if (!ok) errors.incrementAndGet();
            waiting.decrementAndGet();
        }
    }
}
