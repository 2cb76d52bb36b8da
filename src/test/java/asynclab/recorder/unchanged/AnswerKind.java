package asynclab.recorder.unchanged;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A kind of request, and a text that its answer has. Without that text two applications that fail in the same way would be equal.
 *
 * @param expected {@code #} is the number of the request
 */
record AnswerKind(String name, String expected, Asking asking) {

    /** Sends a request and reads its answer, or several. */
    interface Asking {
        void ask(TapedClient client, int n) throws IOException;
    }

    /** Begins the reason why an answer is not complete. */
    static final String FAILED = "[failed: ";

    private static final byte[] NO_BODY = {};
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded";
    private static final String CLOSE_CODE = "\u000f\u00a1"; // 4001 in two bytes
    private static final String[] UPGRADE = {
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    };

    /** All kinds, the slowest first: Tomcat looks once a second for requests that have timed out. */
    static final List<AnswerKind> ALL = List.of(
            page("asynchronous time-out that the application hears", "GET /async?how=heard&n=#", "timed out n=#"),
            page("asynchronous time-out that nobody hears", "GET /async?how=unheard&n=#", " 500 "),
            page("forward to a JSP", "GET /owner?n=#", "Owner n=#"),
            page("include of a servlet and of a JSP", "GET /visits?n=#", "part of n=#, INCLUDE"),
            page("static page of a folder", "GET /", "The clinic"),
            page("redirect", "GET /go?n=#", "owner?n=#"),
            page("redirect with the session in the address", "GET /go?session&n=#", "jsessionid=SESSION"),
            page("error page for 404", "GET /nowhere/#", "Sorry, 404"),
            page("sendError with a page", "GET /fail?how=missing&n=#", "Sorry, 404"),
            page("sendError with the server's page", "GET /fail?how=conflict&n=#", " 409 "),
            page("status without a page", "GET /fail?how=status&n=#", " 503 "),
            page("exception with a page", "GET /fail?how=page&n=#", "n=#"),
            page("exception with the server's page", "GET /fail?how=throw&n=#", " 500 "),
            page("what a servlet sees", "GET /facts/x;y=1/z?n=#&q=%C3%A4", "n=# "),
            page("HEAD of a servlet", "HEAD /facts?n=#", "X-Twice"),
            page("HEAD of a JSP", "HEAD /owner?n=#", " 200 "),
            page("HEAD of a file", "HEAD /static/small.txt?#", "Content-Length: 6"),
            page("OPTIONS", "OPTIONS /facts?#", "Allow: "),
            page("method that the servlet does not have", "PUT /facts?#", " 405 "),
            page("file", "GET /static/large.txt?#", "large"),
            page("range of a file", "GET /static/large.txt?#", " 206 ", "Range: bytes=#-1#"),
            new AnswerKind("conditional GET of a file", " 304 ", AnswerKind::conditional),
            page("chunks", "GET /parts?n=#", "n=# part 4"),
            new AnswerKind("session with a cookie", "null+#+#+#+#", AnswerKind::session),
            new AnswerKind(
                    "form",
                    "a=n#|Ã¤",
                    (client, n) -> client.post("/form?q=1", latin1("a=n" + n + "&a=%C3%A4&b="), FORM)),
            new AnswerKind("form that is read as a stream", "bytes", AnswerKind::raw),
            new AnswerKind("upload", "n=#", AnswerKind::upload),
            new AnswerKind("body that no thread waits for", "7000 bytes", AnswerKind::nonBlocking),
            new AnswerKind("chunked body after 100 Continue", "5 bytes 8587d865 #", AnswerKind::continued),
            page("large answer that no thread waits for", "GET /download?n=#", "n=0"),
            page("complete() from another thread", "GET /async?how=complete&n=#", "completed n=#"),
            page("complete() from the container's thread", "GET /async?how=container&n=#", "thread n=#"),
            page("flush from another thread", "GET /async?how=flush&n=#", "last n=#"),
            page("dispatch to a JSP", "GET /async?how=jsp&n=#", "Owner n=#"),
            page("asynchronous twice", "GET /async?how=twice&n=#", "dispatched n=#"),
            page("dispatch to a servlet that fails", "GET /async?how=fail&n=#", " 500 "),
            page("dispatch to nowhere", "GET /async?how=missing&n=#", "Sorry, 404"),
            page("filter that wraps", "GET /wrapped/facts?n=#", "n=# in a wrapper"),
            page("filter that wraps, asynchronous", "GET /wrapped/async?how=complete&n=#", "in a wrapper"),
            page("filter that wraps, asynchronous twice", "GET /wrapped/async?how=twice&n=#", "in a wrapper"),
            page("filter that compresses", "GET /gzip/facts?n=#", "Content-Encoding: gzip"),
            page("last request of a connection", "GET /owner?n=#", "[closed]", "Connection: close"),
            new AnswerKind("HTTP/1.0", "[closed]", (client, n) -> client.askExactly("GET /facts?n=" + n + " HTTP/1.0")),
            new AnswerKind("pipelining", "Owner n=#", AnswerKind::pipelined),
            new AnswerKind("WebSocket", CLOSE_CODE + "n#", AnswerKind::socket));

    private static AnswerKind page(String name, String start, String expected, String... headers) {
        return new AnswerKind(
                name,
                expected,
                (client, n) -> client.ask(
                        numbered(start, n),
                        Arrays.stream(headers)
                                .map(header -> numbered(header, n))
                                .toArray(String[]::new)));
    }

    private static String numbered(String text, int n) {
        return text.replace("#", Integer.toString(n));
    }

    /** Whether a text is a complete answer to this request. */
    boolean isIn(String taken, int n) {
        return taken.contains(numbered(expected, n)) && !taken.contains(FAILED);
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(int count, int n) {
        var bytes = new byte[count];
        for (int i = 0; i < count; i++) bytes[i] = (byte) (i * 31 + n);
        return bytes;
    }

    private static void conditional(TapedClient client, int n) throws IOException {
        var first = client.ask("GET /static/small.txt?" + n);
        client.ask("GET /static/small.txt?" + n, "If-None-Match: " + first.header("ETag"));
        client.ask("GET /static/small.txt?" + n, "If-None-Match: \"another\"");
        client.ask("GET /static/small.txt?" + n, "If-Modified-Since: " + first.header("Last-Modified"));
    }

    private static void session(TapedClient client, int n) throws IOException {
        String path = "/cart?n=" + n;
        String cookie = cookieOf(client.post(path, NO_BODY).header("Set-Cookie"));
        client.post(path, NO_BODY, cookie);
        cookie = cookieOf(client.post(path + "&other", NO_BODY, cookie).header("Set-Cookie"));
        client.post(path + "&end", NO_BODY, cookie);
        client.post(path, NO_BODY, cookie); // a session that has ended
    }

    private static String cookieOf(String set) {
        return "Cookie: " + set.split(";")[0];
    }

    private static void raw(TapedClient client, int n) throws IOException {
        client.post("/raw?q=1", latin1("a=" + n), FORM, "X-N: " + n);
    }

    private static void upload(TapedClient client, int n) throws IOException {
        String part = "--border\r\nContent-Disposition: form-data; name=";
        String body =
                part + "\"n\"\r\n\r\n" + n + "\r\n" + part + "\"small\"; filename=\"a.txt\"\r\n\r\nsmall\r\n" + part
                        + "\"large\"; filename=\"b.bin\"\r\nContent-Type: application/octet-stream\r\n\r\n"
                        + new String(bytes(20_000, n), StandardCharsets.ISO_8859_1) + "\r\n--border--\r\n";
        client.post("/upload", latin1(body), "Content-Type: multipart/form-data; boundary=border");
    }

    private static void nonBlocking(TapedClient client, int n) throws IOException {
        String request = new String(
                client.request("POST /nonblocking", bytes(7_000, n), "X-N: " + n), StandardCharsets.ISO_8859_1);
        client.send(request.substring(0, 3_000));
        client.send(request.substring(3_000));
        client.read("POST");
    }

    private static void continued(TapedClient client, int n) throws IOException {
        byte[] body = latin1("2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n");
        client.sendInSteps("POST /raw", body, "Transfer-Encoding: chunked", "Expect: 100-continue", "X-N: " + n);
        client.read("POST");
    }

    private static void pipelined(TapedClient client, int n) throws IOException {
        var all = new ByteArrayOutputStream();
        List<String> starts = List.of(
                "GET /async?how=complete&n=" + n,
                "GET /owner?n=" + n,
                "GET /static/small.txt",
                "GET /async?how=jsp&n=" + n,
                "GET /nowhere",
                "GET /facts?n=" + n);
        for (String start : starts) all.writeBytes(client.request(start, NO_BODY));
        all.writeBytes(client.request("POST /form", latin1("a=" + n), FORM));
        client.send(all.toString(StandardCharsets.ISO_8859_1));
        for (String start : starts) client.read(start);
        client.read("POST");
    }

    private static void socket(TapedClient client, int n) throws IOException {
        var frames = new ByteArrayOutputStream();
        frames.writeBytes(frame(0x81, latin1("n" + n)));
        frames.writeBytes(frame(0x82, bytes(1_000, n)));
        frames.writeBytes(frame(0x01, latin1("in two "))); // a text that continues
        frames.writeBytes(frame(0x80, latin1("frames")));
        frames.writeBytes(frame(0x89, latin1("ping")));
        frames.writeBytes(frame(0x88, latin1(CLOSE_CODE + "n" + n)));
        client.sendInSteps("GET /echo?n=" + n, frames.toByteArray(), UPGRADE);
        client.readAll();
    }

    /** A frame of RFC 6455 from a client, with the mask 0. @param first the opcode, and 0x80 for the last frame of a message */
    private static byte[] frame(int first, byte[] payload) {
        var frame = new ByteArrayOutputStream();
        frame.write(first);
        if (payload.length < 126) frame.write(0x80 | payload.length);
        else frame.writeBytes(new byte[] {(byte) (0x80 | 126), (byte) (payload.length >> 8), (byte) payload.length});
        frame.writeBytes(new byte[4]);
        frame.writeBytes(payload);
        return frame.toByteArray();
    }
}
