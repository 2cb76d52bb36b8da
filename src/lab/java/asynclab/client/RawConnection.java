package asynclab.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A client that sends bytes unchanged and reads responses strictly (RFC 9112). It uses no HTTP library, because a library would
 * correct the request and tolerate a malformed response. This client never retries. It reads no byte beyond a response, so a
 * surplus byte makes the next response malformed. One thread at a time.
 */
public final class RawConnection implements AutoCloseable {

    /** The bytes are not HTTP, or the response is incomplete. */
    public static final class Malformed extends IOException {
        Malformed(String what) {
            super(what);
        }
    }

    /**
     * A complete response.
     *
     * @param headers the headers by name; upper and lower case do not matter; the values of a repeated name are joined by a comma
     * @param body as sent, without the chunk headers
     */
    public record Response(int status, Map<String, String> headers, byte[] body) {

        public String header(String name) {
            return headers.get(name);
        }

        /** Whether the server closes the connection after this response. */
        public boolean closes() {
            return "close".equalsIgnoreCase(header("Connection"));
        }

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        @Override
        public String toString() {
            return status + " " + headers + " " + text();
        }
    }

    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2}) [\\t\\x20-\\x7e]*");
    private static final Pattern HEADER = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([\\t\\x20-\\x7e]*)");
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
    private static final Pattern CHUNK_SIZE = Pattern.compile("[0-9A-Fa-f]{1,8}");
    private static final Set<Integer> BODILESS = Set.of(204, 304);
    private static final int MOST_LINE_BYTES = 10_000;

    private final Socket socket;
    private final InputStream in;

    /** Connects to a port of this machine. A read times out after a minute. */
    public static RawConnection to(int port) throws IOException {
        var socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(60_000);
        return new RawConnection(socket);
    }

    /** @param socket connected; closed with this */
    public RawConnection(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true); // so that each part is sent at once
        in = new BufferedInputStream(socket.getInputStream());
    }

    public RawConnection send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** @param text sent as Latin-1, a byte for a character */
    public RawConnection send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends a request without a body. @param head the lines of the request's head, without line ends */
    public RawConnection ask(String... head) throws IOException {
        return send(String.join("\r\n", head) + "\r\nHost: localhost\r\n\r\n");
    }

    public Response get(String path) throws IOException {
        return ask("GET " + path + " HTTP/1.1").read("GET");
    }

    /** Sends nothing more (FIN). The server may still respond. */
    public RawConnection endOfRequests() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Closes the connection by a reset, as when a process is killed. */
    public void vanish() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Waits until the server closes the connection or sends a byte. True if it closed the connection in order (FIN). */
    public boolean isAtItsEnd() throws IOException {
        return in.read() < 0;
    }

    /** Every byte until the server closes the connection. */
    public byte[] readAll() throws IOException {
        return in.readAllBytes();
    }

    /**
     * The next response, without interim ones, or null if the server has closed the connection instead.
     *
     * @param method the method of its request, because the response to a HEAD never has a body
     * @throws Malformed if the bytes are not a response, or the response is incomplete
     */
    public Response read(String method) throws IOException {
        int first = in.read();
        if (first < 0) return null;
        String line = (char) first + line();
        while (true) {
            var statusLine = STATUS_LINE.matcher(line);
            if (!statusLine.matches()) throw new Malformed("not a status line: " + line);
            int status = Integer.parseInt(statusLine.group(1));
            Map<String, String> headers = headers();
            if (status >= 200) return new Response(status, headers, body(method, status, headers));
            line = line();
        }
    }

    private Map<String, String> headers() throws IOException {
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(); !line.isEmpty(); line = line()) {
            var header = HEADER.matcher(line);
            if (!header.matches()) throw new Malformed("not a header: " + line);
            headers.merge(header.group(1), header.group(2).strip(), (one, two) -> one + ", " + two);
        }
        return headers;
    }

    private byte[] body(String method, int status, Map<String, String> headers) throws IOException {
        String length = headers.get("Content-Length");
        String coding = headers.get("Transfer-Encoding");
        if (length != null && coding != null)
            throw new Malformed("Content-Length and Transfer-Encoding in one response");
        if (length != null && !LENGTH.matcher(length).matches()) throw new Malformed("not a length: " + length);
        if (status == 204 && (length != null || coding != null)) throw new Malformed("204 with a body: " + headers);
        if (method.equals("HEAD") || BODILESS.contains(status)) return new byte[0];
        if (length != null) return exactly(Math.toIntExact(Long.parseLong(length)));
        if (coding == null) return in.readAllBytes();
        if (!coding.equalsIgnoreCase("chunked")) throw new Malformed("unknown transfer coding: " + coding);
        return chunks();
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        while (true) {
            String size = line();
            if (!CHUNK_SIZE.matcher(size).matches()) throw new Malformed("not a chunk size: " + size);
            int bytes = Integer.parseInt(size, 16);
            body.write(exactly(bytes));
            if (!line().isEmpty())
                throw new Malformed(bytes == 0 ? "unexpected trailers" : "a chunk longer than its size");
            if (bytes == 0) return body.toByteArray();
        }
    }

    private byte[] exactly(int bytes) throws IOException {
        byte[] body = in.readNBytes(bytes);
        if (body.length < bytes) throw new Malformed("a body of " + body.length + " bytes instead of " + bytes);
        return body;
    }

    /** The bytes before the next CRLF. */
    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) throw new Malformed("connection closed in the line: " + line);
            if (line.length() > MOST_LINE_BYTES) throw new Malformed("a line that is too long: " + line);
            line.append((char) c);
        }
        int last = line.length() - 1;
        if (last < 0 || line.charAt(last) != '\r')
            throw new Malformed("a line feed without carriage return after: " + line);
        return line.substring(0, last);
    }
}
