package asynclab.web.filter;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;

/**
 * Adds headers to every response of the URLs in {@code web.xml}. Each init-param is one header. It replaces the headers of an
 * earlier filter, and those left on a response that became an error. Over HTTP/2 it keeps out the header that is forbidden there.
 */
public final class ResponseHeadersFilter implements Filter {

    private final Map<String, String> headers = new LinkedHashMap<>(); // unchanged after init

    @Override
    public void init(FilterConfig config) {
        for (String name : Collections.list(config.getInitParameterNames()))
            headers.put(name, config.getInitParameter(name));
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletResponse http = of((HttpServletRequest) request, (HttpServletResponse) response);
        // A new response has no headers yet, and addHeader is faster: setHeader searches all headers.
        if (hasOneOf(http)) headers.forEach(http::setHeader);
        else headers.forEach(http::addHeader);
        chain.doFilter(request, http);
    }

    private static HttpServletResponse of(HttpServletRequest request, HttpServletResponse response) {
        return "HTTP/2.0".equals(request.getProtocol()) ? new Http2Response(response) : response;
    }

    /**
     * The response to an HTTP/2 request, without the header {@code Connection}. RFC 9113, 8.2.2 forbids that header. Jetty drops it.
     * Tomcat 9.0.117 sends it, and clients then refuse the whole response.
     */
    private static final class Http2Response extends HttpServletResponseWrapper {

        private static final String FORBIDDEN = "Connection";

        Http2Response(HttpServletResponse response) {
            super(response);
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

    private boolean hasOneOf(HttpServletResponse response) {
        for (String name : headers.keySet()) if (response.containsHeader(name)) return true;
        return false;
    }

    @Override
    public void destroy() {}
}
