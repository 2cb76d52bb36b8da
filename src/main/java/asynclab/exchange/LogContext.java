package asynclab.exchange;

import java.util.Map;
import org.slf4j.MDC;

/**
 * The marks that the log lines of one request have (slf4j's MDC), taken along to other threads. Immutable.
 *
 * @param marks null for none, as it is for nearly every request
 */
record LogContext(Map<String, String> marks) {

    private static final LogContext NONE = new LogContext(null);

    static LogContext ofThisThread() {
        Map<String, String> marks = MDC.getCopyOfContextMap();
        return marks == null ? NONE : new LogContext(marks);
    }

    /** What the task logs has these marks; this thread then has its own again. */
    void run(Runnable task) {
        if (marks == null) {
            task.run();
            return;
        }
        Map<String, String> own = MDC.getCopyOfContextMap();
        MDC.setContextMap(marks);
        try {
            task.run();
        } finally {
            if (own == null) MDC.clear();
            else MDC.setContextMap(own);
        }
    }
}
