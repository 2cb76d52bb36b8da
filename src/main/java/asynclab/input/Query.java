package asynclab.input;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServletRequest;

/**
 * Reads the parameters of a request's query string. {@code getParameterMap} would also read the body of a form, which blocks. For a
 * parameter that is not percent-encoded, it would leave the parameter out (Tomcat) or throw (Jetty).
 */
public final class Query {

    private Query() {}

    /** @throws BadParameter if the query is not percent-encoded UTF-8 */
    public static Parameters of(HttpServletRequest request) {
        return parse(request.getQueryString());
    }

    /**
     * @param query as in a URL, or null for none
     * @throws BadParameter if it is not percent-encoded UTF-8
     */
    public static Parameters parse(String query) {
        if (query == null || query.isEmpty()) return Parameters.of();
        var pairs = new String[2 * (1 + ampersands(query))];
        try {
            for (int from = 0, pair = 0; pair < pairs.length; pair += 2) {
                int next = query.indexOf('&', from);
                int end = next < 0 ? query.length() : next;
                int found = query.indexOf('=', from);
                int equals = found < 0 || found > end ? end : found;
                pairs[pair] = decode(query.substring(from, equals));
                pairs[pair + 1] = decode(query.substring(Math.min(equals + 1, end), end));
                from = end + 1;
            }
        } catch (IllegalArgumentException undecodable) {
            throw new BadParameter("query", query, "percent-encoded UTF-8");
        }
        return Parameters.of(pairs);
    }

    private static int ampersands(String query) {
        int count = 0;
        for (int i = query.indexOf('&'); i >= 0; i = query.indexOf('&', i + 1)) count++;
        return count;
    }

    private static String decode(String text) {
        boolean plain = text.indexOf('%') < 0 && text.indexOf('+') < 0;
        return plain ? text : URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
