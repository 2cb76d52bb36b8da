package asynclab.web.filter;

import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;

/**
 * The response to an HTTP/2 request, without the header {@code Connection}. RFC 9113, 8.2.2 forbids that header. Jetty drops it. Tomcat
 * 9.0.117 sends it, and clients then refuse the whole response.
 */
final class Http2Response extends HttpServletResponseWrapper {

    private static final String FORBIDDEN = "Connection";

    private Http2Response(HttpServletResponse response) {
        super(response);
    }

    /** The response itself, unless the request came over HTTP/2. */
    static HttpServletResponse of(HttpServletRequest request, HttpServletResponse response) {
        return "HTTP/2.0".equals(request.getProtocol()) ? new Http2Response(response) : response;
    }

    @Override
    public void setHeader(String name, String value) {
        if (!name.equalsIgnoreCase(FORBIDDEN)) super.setHeader(name, value);
    }

    @Override
    public void addHeader(String name, String value) {
        if (!name.equalsIgnoreCase(FORBIDDEN)) super.addHeader(name, value);
    }
}
