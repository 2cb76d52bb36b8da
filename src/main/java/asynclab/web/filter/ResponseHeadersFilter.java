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
import javax.servlet.http.HttpServletResponse;

/**
 * Headers that every response has at the URLs {@code web.xml} says; each init-param is one. It replaces what an earlier filter
 * has set, and what is left of a response that became an error.
 */
public final class ResponseHeadersFilter implements Filter {

    private final Map<String, String> headers = new LinkedHashMap<>(); // not changed after init

    @Override
    public void init(FilterConfig config) {
        for (String name : Collections.list(config.getInitParameterNames()))
            headers.put(name, config.getInitParameter(name));
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var http = (HttpServletResponse) response;
        // A new response has none yet, and to replace each is to look through all there are.
        if (hasOneOf(http)) headers.forEach(http::setHeader);
        else headers.forEach(http::addHeader);
        chain.doFilter(request, response);
    }

    private boolean hasOneOf(HttpServletResponse response) {
        for (String name : headers.keySet()) if (response.containsHeader(name)) return true;
        return false;
    }

    @Override
    public void destroy() {}
}
