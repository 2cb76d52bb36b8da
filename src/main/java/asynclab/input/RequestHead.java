package asynclab.input;

import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import javax.servlet.http.HttpServletRequest;

/** Reads the query and the length of a request from its head, without reading its body. */
public final class RequestHead {

    private static final String LENGTH = "Content-Length";

    private RequestHead() {}

    /**
     * The parameters of the query string ({@link Parameters#parse}). {@code getParameterMap} would also read the body of a form, which
     * blocks. For a parameter that is not percent-encoded, it would leave the parameter out (Tomcat) or throw (Jetty).
     *
     * @throws BadParameter if the query is not percent-encoded UTF-8
     */
    public static Parameters query(HttpServletRequest request) {
        return Parameters.parse(request.getQueryString());
    }

    /**
     * Checks the Content-Length. Most containers refuse one that is not a number. Over HTTP/2, Tomcat 9 passes it on, and {@code
     * getContentLengthLong()} throws.
     *
     * @throws BadParameter if the length is not a whole number of bytes
     */
    public static void checkLength(HttpServletRequest request) {
        long bytes;
        try {
            bytes = request.getContentLengthLong();
        } catch (IllegalArgumentException malformed) {
            bytes = Long.MIN_VALUE;
        }
        if (bytes >= -1) return; // -1: there is none
        String value = request.getHeader(LENGTH);
        throw new BadParameter(LENGTH, value == null ? "" : value, "a whole number from 0 to " + Long.MAX_VALUE);
    }
}
