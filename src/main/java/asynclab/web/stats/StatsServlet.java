package asynclab.web.stats;

import asynclab.exchange.Reply;
import asynclab.servlet.AnswerServlet;
import asynclab.web.filter.AdmissionFilter;
import javax.servlet.http.HttpServletRequest;

/**
 * {@code /stats}: the ledger, timer lateness, admission, queues, connections, timers and threads, as JSON.
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
        return Reply.json(200, stats.page(AdmissionFilter.of(getServletContext())));
    }
}
