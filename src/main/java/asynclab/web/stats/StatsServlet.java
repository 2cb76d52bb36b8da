package asynclab.web.stats;

import asynclab.exchange.Reply;
import asynclab.servlet.AnswerServlet;
import asynclab.web.filter.AdmissionFilter;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import javax.servlet.http.HttpServletRequest;

/**
 * {@code /stats}: the ledger, the timer lateness, the bulkheads and the container's threads, as JSON.
 */
public final class StatsServlet extends AnswerServlet {

    private Stats stats;

    @Override
    public void init() {
        super.init();
        stats = Stats.of(getServletContext());
    }

    @Override
    protected Reply answer(HttpServletRequest request) {
        var page = new LinkedHashMap<String, Object>();
        page.put("ledger", stats.getLedger());
        page.put("timerLateness", stats.getTimerLateness());
        var admission = AdmissionFilter.of(getServletContext());
        if (admission != null) page.put("admission", admission.figures());
        page.put("queues", stats.getQueues());
        page.put("scheduledTasks", stats.getScheduledTasks());
        page.put("requestThreads", stats.getRequestThreads());
        page.put("jvmThreads", ManagementFactory.getThreadMXBean().getThreadCount());
        return Reply.json(200, page);
    }
}
