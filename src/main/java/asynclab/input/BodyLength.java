package asynclab.input;

import asynclab.parameter.BadParameter;
import javax.servlet.http.HttpServletRequest;

/**
 * The Content-Length of a request. Most containers refuse one that is not a number. Over HTTP/2, Tomcat 9 passes it on, and {@code
 * getContentLengthLong()} throws.
 */
public final class BodyLength {

    private static final String NAME = "Content-Length";

    private BodyLength() {}

    /** @throws BadParameter if the length is not a whole number of bytes */
    public static void check(HttpServletRequest request) {
        long bytes;
        try {
            bytes = request.getContentLengthLong();
        } catch (IllegalArgumentException malformed) {
            bytes = Long.MIN_VALUE;
        }
        if (bytes >= -1) return; // -1: there is none
        String value = request.getHeader(NAME);
        throw new BadParameter(NAME, value == null ? "" : value, "a whole number from 0 to " + Long.MAX_VALUE);
    }
}
