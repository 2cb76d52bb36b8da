package asynclab.planner.http;

import asynclab.json.Json;
import asynclab.parameter.BadParameter;
import asynclab.planner.PlannerAnswer;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A whole response. Unless a page sets other headers, they forbid scripts, frames, caching and guesses of the type. Immutable. */
record HttpAnswer(int status, byte[] body, Map<String, String> headers) {

    private static final Map<String, String> ALWAYS = Map.of(
            "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options", "nosniff",
            "Cache-Control", "no-store",
            "Content-Type", "application/json");

    static HttpAnswer of(PlannerAnswer answer) {
        HttpAnswer json = json(answer.status(), answer.page());
        return answer.retryAfterSeconds() == 0
                ? json
                : json.with("Retry-After", Integer.toString(answer.retryAfterSeconds()));
    }

    static HttpAnswer of(BadParameter bad) {
        return json(400, bad.parts());
    }

    static HttpAnswer refused(int status, String why) {
        return json(status, Map.of("error", why));
    }

    private static HttpAnswer json(int status, Object value) {
        return new HttpAnswer(status, Json.bytes(value), Map.of());
    }

    HttpAnswer with(String header, String value) {
        var all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new HttpAnswer(status, body, all);
    }

    /** The same response with its text changed by this function. */
    HttpAnswer spelled(UnaryOperator<String> words) {
        String text = words.apply(new String(body, StandardCharsets.UTF_8));
        return new HttpAnswer(status, text.getBytes(StandardCharsets.UTF_8), headers);
    }

    void send(HttpExchange exchange) throws IOException {
        Headers all = exchange.getResponseHeaders();
        ALWAYS.forEach(all::set);
        headers.forEach(all::set);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head) all.set("Content-Length", Integer.toString(body.length));
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
        if (head) return;
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
