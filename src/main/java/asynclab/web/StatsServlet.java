package asynclab.web;

import asynclab.exchange.Exchanges;
import asynclab.exchange.Reply;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** {@code /stats}: the ledger, how punctual the answers were, how full the bulkheads are, and the container's threads, as JSON. */
public final class StatsServlet extends HttpServlet {

    private Stats stats;

    @Override
    public void init() {
        stats = new Stats(Exchanges.of(getServletContext()));
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var page = new LinkedHashMap<String, Object>();
        page.put("ledger", stats.getLedger());
        page.put("heldBeyondPlan", stats.getPunctuality());
        var admission = AdmissionFilter.of(getServletContext());
        if (admission != null) page.put("admission", admission.figures());
        page.put("scheduledTasks", stats.getScheduledTasks());
        page.put("requestThreads", stats.getRequestThreads());
        page.put("jvmThreads", ManagementFactory.getThreadMXBean().getThreadCount());
        Reply.json(200, page).writeTo(response);
    }
}
