package asynclab.web;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.servlet.DispatcherType;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletResponse;

/** Headers that every response has, pages and errors too; each init-param of {@code web.xml} is one. A servlet may set its own. */
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
        // A new response has none yet, and to replace is to look through all there are.
        if (request.getDispatcherType() == DispatcherType.REQUEST) headers.forEach(http::addHeader);
        else headers.forEach(http::setHeader);
        chain.doFilter(request, response);
    }

    @Override
    public void destroy() {}
}
