package asynclab.wire.composition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The next call of a backend that the test plays; its request has been read. */
record PlayedCall(Socket socket, BufferedReader in, String requestLine) implements AutoCloseable {

    private static final int GIVE_UP_MILLIS = 60_000;

    /**
     * A backend that the test plays. It keeps the connections that a pool has opened in reserve, until they bring a request or the
     * test ends.
     */
    static final class PlayedSocket extends ServerSocket {

        private static final int LOOK_MILLIS = 10;

        private final List<Socket> opened = new ArrayList<>();

        PlayedSocket() throws IOException {
            super(0, 50, InetAddress.getLoopbackAddress());
            setSoTimeout(LOOK_MILLIS);
        }

        String url() {
            return "http://127.0.0.1:" + getLocalPort();
        }

        /** A connection with a request. */
        Socket withRequest() throws IOException {
            for (int look = 0; look * LOOK_MILLIS < GIVE_UP_MILLIS; look++) {
                for (Socket socket : opened)
                    if (socket.getInputStream().available() > 0) {
                        opened.remove(socket);
                        return socket;
                    }
                try {
                    opened.add(accept());
                } catch (SocketTimeoutException none) {
                    // looks again
                }
            }
            throw new SocketTimeoutException("no request within " + GIVE_UP_MILLIS + " ms");
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : opened) socket.close();
            super.close();
        }
    }

    static PlayedCall accept(PlayedSocket played) throws IOException {
        Socket socket = played.withRequest();
        socket.setSoTimeout(GIVE_UP_MILLIS);
        var in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
        String requestLine = in.readLine();
        for (String header = requestLine; header != null && !header.isEmpty(); ) header = in.readLine();
        return new PlayedCall(socket, in, requestLine);
    }

    void answer(String status, String body) throws IOException {
        String head = "HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n";
        socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
    }

    void answer(long processingTimeMs) throws IOException {
        answer("200 OK", "{\"status\":\"Ok\",\"processingTimeMs\":" + processingTimeMs + "}");
    }

    void isHungUp() throws IOException {
        assertEquals(-1, in.read());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
