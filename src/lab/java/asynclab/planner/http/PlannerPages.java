package asynclab.planner.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page Planner with its scripts and its style, from the class path. The application's files are below {@code asynclab/pages}. The plot
 * library comes from its own jar. The page hides the parts that need a running application.
 */
final class PlannerPages {

    private static final String PAGE = "/planner.html";
    private static final Pattern SERVED = Pattern.compile(
            "/planner\\.html|/(?:css|js)/[a-z]+\\.(css|svg|js)|/webjars/echarts/[\\d.]+/dist/[a-z.]+\\.(js)");
    private static final Map<String, String> TYPES =
            Map.of("css", "text/css", "js", "text/javascript", "svg", "image/svg+xml", "html", "text/html");

    private PlannerPages() {}

    /** @return null if nothing is at this path */
    static HttpAnswer at(String path) throws IOException {
        Matcher served = SERVED.matcher(path.equals("/") ? PAGE : path);
        if (!served.matches()) return null;
        String file = served.group();
        try (InputStream in = PlannerPages.class.getResourceAsStream(
                (file.startsWith("/webjars") ? "/META-INF/resources" : "/asynclab/pages") + file)) {
            if (in == null) return null;
            byte[] body = in.readAllBytes();
            return page(TYPES.get(file.substring(file.lastIndexOf('.') + 1)), file.equals(PAGE) ? alone(body) : body);
        }
    }

    private static byte[] alone(byte[] page) {
        return new String(page, StandardCharsets.UTF_8)
                .replace("<body>", "<body class=\"alone\">")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** With the headers of the application's pages. */
    private static HttpAnswer page(String type, byte[] body) {
        return new HttpAnswer(
                200,
                body,
                Map.of(
                        "Content-Type", type + ";charset=utf-8",
                        "Content-Security-Policy",
                                "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
                        "X-Frame-Options", "DENY",
                        "Referrer-Policy", "no-referrer",
                        "Cache-Control", "no-cache"));
    }
}
