package asynclab.web.stats;

import asynclab.exchange.Reply;
import asynclab.queue.RequestQueues;
import asynclab.resource.Database;
import asynclab.servlet.AnswerServlet;
import asynclab.web.filter.AdmissionFilter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServletRequest;

/**
 * {@code /metrics}: {@link Metrics} as text, which a Prometheus server reads every few seconds.
 */
public final class MetricsServlet extends AnswerServlet {

    private final PrometheusTextFormatWriter format = PrometheusTextFormatWriter.create();

    @Override
    protected Reply answer(HttpServletRequest request) throws IOException {
        // The filter is initialised before this request, but web.xml may have none.
        var metrics = new Metrics(
                exchanges(),
                AdmissionFilter.of(getServletContext()),
                RequestQueues.of(getServletContext()),
                Database.of(getServletContext()));
        var text = new ByteArrayOutputStream();
        format.write(text, metrics.read());
        return Reply.text(format.getContentType(), text.toString(StandardCharsets.UTF_8));
    }
}
