package asynclab.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.lab.RawConnection.Response;
import java.util.Set;
import java.util.regex.Pattern;

/** What no answer to anything may be: a failure, a look inside the server, or the request's own markup. */
final class Harmless {

    /** 417 is for Expect: (RFC 9110 10.1.1), 426 for a client that begins with HTTP/2, 505 for a version that is none. */
    private static final Set<Integer> ALLOWED =
            Set.of(200, 204, 400, 404, 405, 408, 413, 414, 417, 426, 431, 501, 503, 505);

    private static final Pattern INSIDE = Pattern.compile(
            "\\tat |Exception|java\\.lang|asynclab\\.|org\\.apache|org\\.eclipse|<web-app|Manifest-Version|root:|[0-9]+\\.[0-9]+\\.[0-9]+");

    private Harmless() {}

    /** @param request may have {@code <script>} or an {@code X-Injected} header in it */
    static void check(String request, Response response) {
        assertTrue(mayBe(request, response), response::toString);
        String all = response.toString();
        assertFalse(INSIDE.matcher(all).find(), all);
        assertFalse(all.contains("<script>"), all); // our pages load theirs by <script type="module" src=…>
        assertNull(response.header("X-Injected"), all);
        assertNull(response.header("Server"), all);
    }

    private static boolean mayBe(String request, Response response) {
        return switch (response.status()) {
            case 301 -> // Jetty takes the target "?x" of OPTIONS for a path that lacks its slash; no host is named, so
            // it leads nowhere
            request.contains("OPTIONS") && response.header("Location").matches("//(\\?.*)?");
            case 403 -> request.contains("TRACE"); // Jetty's way to refuse it
            default -> ALLOWED.contains(response.status());
        };
    }
}
