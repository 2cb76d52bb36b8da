package asynclab.wire.composition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The next call of a backend that the test plays; its request has been read. */
record PlayedCall(Socket socket, BufferedReader in, String requestLine) implements AutoCloseable {

    /** A backend that the test plays. */
    static ServerSocket backend() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    static String url(ServerSocket played) {
        return "http://127.0.0.1:" + played.getLocalPort();
    }

    static PlayedCall accept(ServerSocket played) throws IOException {
        played.setSoTimeout(60_000);
        Socket socket = played.accept();
        socket.setSoTimeout(60_000);
        PlayedCall call = next(socket, new BufferedReader(new InputStreamReader(socket.getInputStream())));
        return call.requestLine == null ? accept(played) : call; // a pool may open and close one in reserve
    }

    private static PlayedCall next(Socket socket, BufferedReader in) throws IOException {
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
