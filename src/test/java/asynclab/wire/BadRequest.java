package asynclab.wire;

import java.util.List;

/**
 * A request as no decent client sends it, and the status it gets.
 *
 * @param bytes as Latin-1
 * @param jetty its status there, {@link #CLOSED} for a close without an answer
 * @param tomcat likewise
 */
record BadRequest(String what, String bytes, int jetty, int tomcat) {

    static final int CLOSED = 0;

    private static final String HOST = "Host: localhost\r\n";
    private static final String END = HOST + "\r\n";

    private static BadRequest both(String what, String bytes, int status) {
        return new BadRequest(what, bytes, status, status);
    }

    /** A good request line, this, and the end of the head. */
    private static BadRequest header(String what, String lines, int jetty, int tomcat) {
        return new BadRequest(what, "GET /async?ms=1 HTTP/1.1\r\n" + lines + END, jetty, tomcat);
    }

    private static BadRequest target(String target, int jetty, int tomcat) {
        return new BadRequest(target, "GET " + target + " HTTP/1.1\r\n" + END, jetty, tomcat);
    }

    private static BadRequest body(String what, String framing, String body, int jetty, int tomcat) {
        return new BadRequest(what, "POST /upload HTTP/1.1\r\n" + framing + END + body, jetty, tomcat);
    }

    static final List<BadRequest> ALL = List.of(
            // size
            header("a header of 20 kB", "X: " + "x".repeat(20_000) + "\r\n", 431, 400),
            header("headers of 20 kB in all", ("X: " + "x".repeat(200) + "\r\n").repeat(100), 431, 400),
            header("150 headers", "X: x\r\n".repeat(150), 200, 400),
            new BadRequest("a URL of 20 kB", "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\n" + END, 414, 400),
            both("a URL of 5 kB", "GET /" + "x".repeat(5_000) + " HTTP/1.1\r\n" + END, 404),
            both("a method of 1 kB", "X".repeat(1_000) + " /async?ms=1 HTTP/1.1\r\n" + END, 405),
            both("2000 parameters", "GET /async?ms=1" + "&a".repeat(2_000) + " HTTP/1.1\r\n" + END, 200),
            // the request line
            both("a method in small letters", "get /async?ms=1 HTTP/1.1\r\n" + END, 405),
            both("a method nobody knows", "BREW /async?ms=1 HTTP/1.1\r\n" + END, 405),
            both("a method that is markup", "<b> /async?ms=1 HTTP/1.1\r\n" + END, 400),
            new BadRequest("no method", " /async?ms=1 HTTP/1.1\r\n" + END, 400, 405),
            both("a version of the future", "GET /async?ms=1 HTTP/9.9\r\n" + END, 505),
            new BadRequest("a version that is none", "GET /async?ms=1 HTTP/1.1x\r\n" + END, 505, 400),
            new BadRequest("HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 426, CLOSED),
            new BadRequest("OPTIONS of no path", "OPTIONS ?x HTTP/1.1\r\n" + END, 301, 400),
            new BadRequest("TRACE", "TRACE /async?ms=1 HTTP/1.1\r\n" + END, 403, 405),
            both("a TLS handshake", "\u0016\u0003\u0001\0\u0005\u0001\0\0\1\u0003\u0003\r\n\r\n", 400),
            both("empty lines before it", "\r\n\r\nGET /async?ms=1 HTTP/1.1\r\n" + END, 200),
            both("line feeds alone", "GET /async?ms=1 HTTP/1.1\nHost: localhost\n\n", 200),
            // the target
            target("/%zz", 400, 400),
            target("/%", 400, 400),
            target("/a\0b", 400, 400),
            target("/%00", 400, 400),
            target("/%c0%ae%c0%ae/", 400, 404),
            target("/../../etc/passwd", 400, 400),
            target("/%2e%2e/%2e%2e/etc/passwd", 400, 400),
            target("/..%2f..%2fetc/passwd", 400, 400),
            target("/a\\..\\..\\b", 400, 400),
            target("/WEB-INF/web.xml", 404, 404),
            target("/%57EB-INF/web.xml", 404, 404),
            target("/x/..;/WEB-INF/web.xml", 400, 404),
            target("/META-INF/MANIFEST.MF", 404, 404),
            target("/<script>alert(1)</script>", 400, 400),
            target("/%3Cscript%3Ealert(1)%3C/script%3E", 404, 404),
            target("/async;<script>?ms=1", 200, 400),
            target("*", 400, 400),
            target("http://localhost/async?ms=1", 200, 200),
            target("http://elsewhere/async?ms=1", 400, 400),
            target("async?ms=1", 400, 400),
            target("/async?ms=1 2", 400, 400),
            target("/async?ms=%zz", 400, 400),
            target("/async?ms=%", 400, 400),
            target("/async?ms=%ff", 400, 400),
            target("/async?ms=\u00ff", 400, 400),
            target("/async?ms=<script>", 400, 400),
            target("/async?ms=%3Cscript%3Ealert(1)%3C/script%3E", 400, 400),
            target("/async?ms=1%0d%0aX-Injected:%20yes", 400, 400),
            target("/publish?text=%0d%0aX-Injected:%20yes", 200, 200),
            // headers
            both("no host", "GET /async?ms=1 HTTP/1.1\r\n\r\n", 400),
            header("two hosts", HOST, 400, 400),
            both("a host that is markup", "GET /async?ms=1 HTTP/1.1\r\nHost: <script>\r\n\r\n", 400),
            header("a header without a colon", "X-Colonless\r\n", 400, 400),
            header("a header without a name", ": x\r\n", 400, 400),
            header("a space before the colon", "X : x\r\n", 400, 400),
            header("a header in two lines", "X: x\r\n y\r\n", 400, 200),
            header("NUL in a header", "X: \0\r\n", 400, 400),
            header("markup in headers", "User-Agent: <script>\r\nReferer: <script>\r\nCookie: <script>\r\n", 200, 200),
            header("a cookie that is none", "Cookie: =;;,\"\r\n", 200, 200),
            header("an expectation nobody meets", "Expect: <script>\r\n", 417, 417),
            header("an upgrade nobody makes", "Connection: upgrade\r\nUpgrade: <script>\r\n", 200, 200),
            // bodies
            body("a negative length", "Content-Length: -1\r\n", "", 400, 400),
            body("a length that is none", "Content-Length: x\r\n", "", 400, 400),
            body("a length of 30 digits", "Content-Length: " + "9".repeat(30) + "\r\n", "", 400, 400),
            body("two lengths", "Content-Length: 1\r\nContent-Length: 2\r\n", "xx", 400, 400),
            body("a length and chunks", "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n", 400, 200),
            body("a coding nobody knows", "Transfer-Encoding: <script>\r\n", "", 400, 400),
            body("too long a body", "Content-Length: 20000001\r\n", "", 413, 413),
            body("a chunk size that is none", "Transfer-Encoding: chunked\r\n", "<script>\r\n\r\n", 400, CLOSED),
            body("a chunk longer than its size", "Transfer-Encoding: chunked\r\n", "1\r\nxx\r\n0\r\n\r\n", 400, CLOSED),
            body("a chunk of 4 GB", "Transfer-Encoding: chunked\r\n", "fffffffff\r\n", 400, CLOSED));

    @Override
    public String toString() {
        return what.replace('\0', '0');
    }
}
