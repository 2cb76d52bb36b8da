package asynclab.web;

import asynclab.exchange.Exchanges;
import asynclab.exchange.Reply;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** {@code /metrics}: {@link Metrics} as text, for a Prometheus to fetch every few seconds. GET and HEAD. */
public final class MetricsServlet extends HttpServlet {

    private final PrometheusTextFormatWriter format = new PrometheusTextFormatWriter(false);

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Exchanges.of(getServletContext()).send(request, response, reply(request.getMethod()));
    }

    private Reply reply(String method) throws IOException {
        if (!method.equals("GET") && !method.equals("HEAD")) return Reply.onlyMethods("GET, HEAD");
        // Filters are initialised before servlets are asked, but this one may be left out.
        var metrics = new Metrics(Exchanges.of(getServletContext()), AdmissionFilter.of(getServletContext()));
        var text = new ByteArrayOutputStream();
        format.write(text, metrics.read());
        return Reply.text(format.getContentType(), text.toString(StandardCharsets.UTF_8));
    }
}
