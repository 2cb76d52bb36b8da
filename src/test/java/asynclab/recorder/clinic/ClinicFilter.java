package asynclab.recorder.clinic;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;

/** Wraps request and response. The parameter {@code gzip} of {@code web.xml} makes it compress the answer as well. */
public final class ClinicFilter implements Filter {

    private boolean gzip;

    @Override
    public void init(FilterConfig config) {
        gzip = Boolean.parseBoolean(config.getInitParameter("gzip"));
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var shouted = new ShoutedAnswer((HttpServletResponse) response);
        chain.doFilter(new ShoutedQuestion((HttpServletRequest) request), shouted);
        if (gzip) shouted.end();
    }

    @Override
    public void destroy() {}

    private static final class ShoutedQuestion extends HttpServletRequestWrapper {
        ShoutedQuestion(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getParameter(String name) {
            return name.equals("n") ? super.getParameter(name) + " in a wrapper" : super.getParameter(name);
        }
    }

    private final class ShoutedAnswer extends HttpServletResponseWrapper {
        private PrintWriter writer;

        ShoutedAnswer(HttpServletResponse response) {
            super(response);
        }

        @Override
        public PrintWriter getWriter() throws IOException {
            if (writer == null) writer = gzip ? zipped() : super.getWriter();
            return writer;
        }

        private PrintWriter zipped() throws IOException {
            setHeader("Content-Encoding", "gzip");
            return new PrintWriter(
                    new OutputStreamWriter(new GZIPOutputStream(getOutputStream()), StandardCharsets.UTF_8));
        }

        @Override
        public void addHeader(String name, String value) {
            super.addHeader(name, value.toUpperCase(Locale.ROOT));
        }

        void end() {
            if (writer != null) writer.close();
        }
    }
}
