package asynclab.resource;

import asynclab.exchange.AsyncExchange;
import asynclab.exchange.Exchanges;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.exchange.Reply;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.servlet.ServletConfig;

/**
 * Calls the backend of {@link Backend} with a client that blocks its thread in the socket, as drivers and most libraries do. (The
 * {@code send} of the JDK's HTTP client waits in a CompletableFuture. Before such a wait, the common pool starts another thread.) One
 * servlet owns it and closes it. Thread-safe.
 *
 * <p>The exchange's end closes the socket, and that wakes the thread. So the call ends at the request's deadline, whatever part of
 * the response is missing. A read timeout cannot do that, because each byte starts it again.
 *
 * <p>{@code HttpURLConnection} cannot be used here. Its {@code disconnect()} waits for the lock that a reader of the body holds
 * while it waits for the backend (JDK 17 to 25). And it leaks a connection for each error body that is not read.
 *
 * <p>Each call opens a connection and closes it.
 */
public final class SocketBackend {

    private final Exchanges exchanges;
    private final String url;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** @throws IllegalArgumentException if the backend's URL is not a URL */
    public SocketBackend(ServletConfig servlet, Exchanges exchanges) {
        this.exchanges = exchanges;
        url = Backend.url(servlet);
        exchanges.atClosing(this::hangUpAll);
    }

    /**
     * Calls and waits in the socket, until the answer has come or the exchange has ended.
     *
     * @throws InterruptedException if the application stops
     */
    public Reply call(long millis, AsyncExchange waiting) throws BackendFailed, InterruptedException {
        try (var socket = new Socket()) {
            waiting.whenEnded(() -> hangUp(socket)); // runs at once if the exchange has ended
            sockets.add(socket);
            try {
                if (isOver())
                    throw new InterruptedException(); // hangUpAll() may have run just before the socket was added
                return get(URI.create(url + millis), socket);
            } finally {
                sockets.remove(socket);
            }
        } catch (IOException e) {
            if (isOver()) throw new InterruptedException();
            throw Backend.failure(e);
        }
    }

    private static Reply get(URI target, Socket socket) throws IOException, BackendFailed {
        boolean secure = "https".equals(target.getScheme());
        int port = target.getPort() >= 0 ? target.getPort() : secure ? 443 : 80;
        socket.connect(new InetSocketAddress(target.getHost(), port), (int) Backend.CONNECT_TIMEOUT.toMillis());
        Socket talking = secure ? secured(socket, target.getHost(), port) : socket;
        String request = "GET " + target.getRawPath() + "?" + target.getRawQuery() + " HTTP/1.1\r\nHost: "
                + target.getHost() + ":" + port + "\r\nConnection: close\r\n\r\n";
        talking.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return new SocketAnswer(talking.getInputStream()).read();
    }

    /** Wraps the socket in TLS. The plain socket is the one that is closed, because closing a TLS socket can wait for its peer. */
    private static Socket secured(Socket socket, String host, int port) throws IOException {
        var secured =
                (SSLSocket) ((SSLSocketFactory) SSLSocketFactory.getDefault()).createSocket(socket, host, port, false);
        var parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        return secured;
    }

    private boolean isOver() {
        return closed || exchanges.isClosing();
    }

    /** Closes the socket, which wakes its thread. Waits for no lock and no peer. */
    private static void hangUp(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // the socket is not used any more
        }
    }

    private void hangUpAll() {
        sockets.forEach(SocketBackend::hangUp);
    }

    /** Ends every call. */
    public void close() {
        closed = true;
        hangUpAll();
    }
}
