package asynclab.wire;

import asynclab.QueryFuzz;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Requests made from valid ones by mutation. The same seed makes the same requests. Whatever comes of it, an answer is due
 * soon: hold times are small where they are said, and the server's default is to be set small. Left out are URLs that wait
 * for an event, set that default, or make a mistake on purpose. Not thread-safe.
 */
final class RequestFuzz {

    /**
     * A request.
     *
     * @param text its bytes as Latin-1
     * @param isWellFramed whether it has exactly one answer, whatever is wrong with it; otherwise nobody knows where it ends
     */
    record Request(String method, String text, boolean isWellFramed) {

        byte[] bytes() {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }

        /** To be read, and to be put into a test as it is. */
        @Override
        public String toString() {
            var printable = new StringBuilder();
            for (char c : text.toCharArray())
                if (c == '\r') printable.append("\\r");
                else if (c == '\n') printable.append("\\n\n");
                else if (c < ' ' || c > '~') printable.append(String.format("\\u%04x", (int) c));
                else printable.append(c);
            return printable.toString();
        }
    }

    private record Seed(String method, String path, String body, List<String> parameters) {
        Seed(String method, String path, String body, String... parameters) {
            this(method, path, body, List.of(parameters));
        }
    }

    private static final List<Seed> SEEDS = List.of(
            new Seed("GET", "/async", "", "ms=1", "timeoutMs=1"),
            new Seed("GET", "/async", "", "minMs=1", "maxMs=3", "seed=7"),
            new Seed("GET", "/async", "", "mix=80:1,20:3"),
            new Seed("HEAD", "/async", "", "ms=1"),
            new Seed("GET", "/blocking", "", "ms=1"),
            new Seed("GET", "/warm", "", "ms=0"),
            new Seed("GET", "/process-non-blocking", "", "minMs=1", "maxMs=2"),
            new Seed("GET", "/process-blocking", "", "ms=1"),
            new Seed("GET", "/worker", "", "ms=1"),
            new Seed("GET", "/permit", "", "ms=1"),
            new Seed("GET", "/permits", ""),
            new Seed("GET", "/predict", "", "users=2", "loops=2", "ms=1", "threads=1"),
            new Seed("GET", "/predict", "", "arrivalRate=2", "duration=1", "ms=1"),
            new Seed("GET", "/explain", "", "users=2", "loops=3", "ms=1", "throughput=2"),
            new Seed("GET", "/publish", "", "text=x"),
            new Seed("GET", "/download", "", "bytes=3"),
            new Seed("GET", "/stats", ""),
            new Seed("GET", "/", ""),
            new Seed("POST", "/upload", "four", "timeoutMs=3"),
            new Seed("POST", "/publish", "text=y", "text=x"));

    private static final List<String> METHODS = List.of(
            "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get", "BREW", "", "G@T", "<script>");

    private static final List<String> PATHS = List.of(
            "/async/",
            "//async",
            "/./async",
            "/x/../async",
            "/%61sync",
            "/async;x=1",
            "/async;<script>",
            "/async%00",
            "/async%2f",
            "/ASYNC",
            "/%2e%2e/",
            "/..;/",
            "/WEB-INF/web.xml",
            "/<script>",
            "/%3Cscript%3E",
            "/\u00e9",
            "/%C3%A9",
            "/%E9",
            "\\async",
            "*",
            "http://localhost/async",
            "http://elsewhere/async",
            "/" + "x".repeat(9_000));

    private static final List<String> HEADERS = List.of(
            "Connection: close",
            "Connection: keep-alive",
            "Connection: <script>",
            "Accept: */*",
            "Accept-Encoding: gzip",
            "Accept-Language: <script>",
            "Cookie: a=b",
            "Cookie: =;;,\"",
            "Cookie: JSESSIONID=<script>",
            "If-Modified-Since: <script>",
            "Content-Type: application/x-www-form-urlencoded",
            "Content-Type: <script>",
            "Origin: <script>",
            "X-Forwarded-For: <script>",
            "User-Agent: ${jndi:x}",
            "Upgrade: h2c",
            "Host: elsewhere",
            "X: " + "x".repeat(500),
            "X: " + "x".repeat(9_000),
            "X: \u00ff",
            "X: \u0001",
            "X: \0",
            "X : x",
            "X-Colonless",
            ": x",
            "X: x\r\n y",
            "X-\u00e9: x",
            "Last-Event-ID: x");

    private static final String NASTY = "\0\t\n\r \"#%&'+,/:;<=>?@[\\]^`{|}~\u007f\u0080\u00e9\u00ff";

    private final long seed;
    private final SplittableRandom random;
    private final QueryFuzz fuzz;

    RequestFuzz(long seed) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        fuzz = new QueryFuzz(random);
    }

    Request next() {
        Seed origin = fuzz.oneOf(SEEDS);
        String method = fuzz.chance(10) ? fuzz.oneOf(METHODS) : origin.method;
        String path = fuzz.chance(10) ? fuzz.oneOf(PATHS) : origin.path;
        String query = fuzz.query(origin.parameters);
        String version = fuzz.chance(5) ? "HTTP/1.0" : "HTTP/1.1";
        var text = new StringBuilder(method + " " + path + (query.isEmpty() ? "" : "?" + query) + " " + version);
        text.append("\r\nHost: localhost\r\n");
        while (fuzz.chance(25)) text.append(fuzz.oneOf(HEADERS)).append("\r\n");
        text.append(origin.body.isEmpty() ? "\r\n" : framed(origin.body));
        if (method.equals("HEAD") || fuzz.chance(80)) return new Request(method, text.toString(), true);
        return new Request(method, broken(text.toString()), false);
    }

    private String framed(String body) {
        return random.nextBoolean()
                ? "Content-Length: " + body.length() + "\r\n\r\n" + body
                : "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(body.length()) + "\r\n" + body
                        + "\r\n0\r\n\r\n";
    }

    /** One to four bytes changed, of which none becomes a digit, so that no number grows. */
    private String broken(String whole) {
        String request;
        do {
            var text = new StringBuilder(whole);
            for (int edits = random.nextInt(1, 5); edits > 0 && text.length() > 1; edits--) edit(text);
            request = text.toString();
        } while (!hasVersion(request)); // HTTP/0.9 has a test of its own
        return request;
    }

    private void edit(StringBuilder text) {
        int at = random.nextInt(text.length() - 1);
        switch (random.nextInt(6)) {
            case 0 -> text.setCharAt(at, nasty());
            case 1 -> text.insert(at, nasty());
            case 2 -> text.deleteCharAt(at);
            case 3 -> text.setLength(at + 1);
            case 4 -> text.insert(at, "\r\n");
            default -> { // a line twice
                int begin = text.lastIndexOf("\n", at) + 1;
                int end = text.indexOf("\n", begin) + 1;
                if (end > begin) text.insert(begin, text.substring(begin, end));
            }
        }
    }

    private static boolean hasVersion(String request) {
        String firstLine = request.split("[\r\n]", 2)[0];
        return firstLine.matches(".+ .+ HTTP/.*");
    }

    private char nasty() {
        return NASTY.charAt(random.nextInt(NASTY.length()));
    }

    @Override
    public String toString() {
        return "seed " + seed;
    }
}
