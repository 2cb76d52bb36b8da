package asynclab.exchange;

import asynclab.delay.BadParameter;
import asynclab.delay.Parameters;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import javax.servlet.http.HttpServletRequest;

/**
 * The parameters of a request's query string, and of that alone: {@code getParameterMap} would also read a form's body, which
 * blocks, and would leave out (Tomcat) or throw at (Jetty) what is not percent-encoded.
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
        var values = new LinkedHashMap<String, String[]>();
        if (query == null) return new Parameters(values);
        try {
            for (int from = 0, end; from < query.length(); from = end + 1) {
                int next = query.indexOf('&', from);
                end = next < 0 ? query.length() : next;
                int found = query.indexOf('=', from);
                int equals = found < 0 || found > end ? end : found;
                String name = decode(query.substring(from, equals));
                String[] value = {decode(query.substring(Math.min(equals + 1, end), end))};
                values.merge(name, value, (one, two) -> new String[] {one[0], two[0]}); // given twice is wrong already
            }
        } catch (IllegalArgumentException undecodable) {
            throw new BadParameter("query", query, "percent-encoded UTF-8");
        }
        return new Parameters(values);
    }

    private static String decode(String text) {
        boolean plain = text.indexOf('%') < 0 && text.indexOf('+') < 0;
        return plain ? text : URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
