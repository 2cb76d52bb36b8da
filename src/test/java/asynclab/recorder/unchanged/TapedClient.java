package asynclab.recorder.unchanged;

import asynclab.client.RawConnection;
import asynclab.wire.fixture.ServerClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.apache.commons.io.input.TeeInputStream;

/**
 * A client of one application that keeps every byte it receives: heads, chunk sizes, interim answers, frames. It uses one connection
 * as long as the server keeps it. One thread uses it.
 */
final class TapedClient implements AutoCloseable {

    private static final int READ_MILLIS = 180_000; // a page may have to be compiled first

    private final int port;
    private final String context;
    private final ByteArrayOutputStream tape = new ByteArrayOutputStream();
    private RawConnection connection; // null until it is needed
    private Socket socket; // of the connection
    private int answers;

    /** @param context the path of the application, such as {@code /inside} */
    TapedClient(int port, String context) {
        this.port = port;
        this.context = context;
    }

    /** The bytes of a request. @param start its first line without the version, such as {@code GET /owner} */
    byte[] request(String start, byte[] body, String... headers) {
        return (in(start) + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length + "\r\n" + lines(headers)
                        + new String(body, StandardCharsets.ISO_8859_1))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Sends a request without a body, and reads its answer. */
    RawConnection.Response ask(String start, String... headers) throws IOException {
        return askExactly(start + " HTTP/1.1", headers);
    }

    /** The same with a version. */
    RawConnection.Response askExactly(String line, String... headers) throws IOException {
        send(in(line) + "\r\nHost: localhost\r\n" + lines(headers));
        return read(line);
    }

    /** Sends a request with a body, and reads its answer. */
    RawConnection.Response post(String path, byte[] body, String... headers) throws IOException {
        connected().send(request("POST " + path, body, headers));
        return read("POST");
    }

    void send(String latin1) throws IOException {
        connected().send(latin1);
    }

    /** Reads an answer. If it ends the connection, the tape says whether the server closed it. */
    RawConnection.Response read(String startOfRequest) throws IOException {
        RawConnection.Response response = connection.read(startOfRequest.split(" ")[0]);
        if (response == null) throw new IOException("no answer, but the end of the connection");
        answers++;
        if (response.closes() || startOfRequest.endsWith("HTTP/1.0") && response.header("Connection") == null)
            awaitEnd();
        return response;
    }

    private void awaitEnd() throws IOException {
        if (connection.isAtItsEnd()) tape.writeBytes("[closed]".getBytes(StandardCharsets.US_ASCII));
        close();
    }

    /** Sends a head, and more bytes after the server's answer to it: 100 Continue or 101 Switching Protocols. */
    void sendInSteps(String start, byte[] more, String... headers) throws IOException {
        send(in(start) + " HTTP/1.1\r\nHost: localhost\r\n" + lines(headers));
        ServerClient.readHead(socket);
        connection.send(more);
    }

    /** Reads until the server closes the connection. */
    void readAll() throws IOException {
        connection.readAll();
        answers++;
        close();
    }

    private RawConnection connected() throws IOException {
        if (connection == null) {
            socket = tapedSocket();
            connection = new RawConnection(socket);
        }
        return connection;
    }

    private Socket tapedSocket() throws IOException {
        Socket taped = new Socket("127.0.0.1", port) {
            @Override
            public InputStream getInputStream() throws IOException {
                return new TeeInputStream(super.getInputStream(), tape);
            }
        };
        taped.setSoTimeout(READ_MILLIS);
        return taped;
    }

    /** A path or the start of a request, with the path of the application. */
    String in(String start) {
        return start.replaceFirst("/", context + "/");
    }

    private static String lines(String... headers) {
        return headers.length == 0 ? "\r\n" : String.join("\r\n", headers) + "\r\n\r\n";
    }

    /** How many requests were answered. */
    int answers() {
        return answers;
    }

    /** What was received since the last call, without what differs between two equal applications. */
    String take() {
        String received = tape.toString(StandardCharsets.ISO_8859_1);
        tape.reset();
        return withoutChance(received, context);
    }

    /**
     * All that may differ: the path of the application, the number of a session, the time of an answer, and Jetty's weak ETag, which
     * is a hash of the folder that the WAR was unpacked into.
     */
    static String withoutChance(String received, String context) {
        return received.replace(context, "/CONTEXT")
                .replaceAll("((?:JSESSIONID|jsessionid)=)[0-9A-Za-z.]+", "$1SESSION")
                .replaceAll("(?m)^Date: [^\r]*", "Date: NOW")
                .replaceAll("(?m)^ETag: W/\"[0-9A-Za-z+/=]{20,}\"", "ETag: PLACE");
    }

    @Override
    public void close() throws IOException {
        if (connection != null) connection.close();
        connection = null;
    }
}
