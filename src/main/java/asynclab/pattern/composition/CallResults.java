package asynclab.pattern.composition;

import asynclab.exchange.Deadline;
import asynclab.exchange.Failure.BackendFailed;
import asynclab.exchange.Reply;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The results of several remote calls so far, in the order of the calls. It keeps only {@code processingTimeMs} of each
 * backend answer. So a backend answer may have any length, and the aggregate still fits a buffer. Thread-safe.
 */
final class CallResults {

    static final int MAX_CALLS = 50;

    private static final Logger LOG = LoggerFactory.getLogger(CallResults.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Result[] arrived;
    private int outstanding;

    CallResults(int calls) {
        arrived = new Result[calls];
        outstanding = calls;
    }

    /** @param call its number, from 1 */
    private record Result(int call, long processingTimeMs) {}

    int calls() {
        return arrived.length;
    }

    /** @throws BackendFailed if the answer has no {@code processingTimeMs} */
    void arrived(int call, Reply answer) throws BackendFailed {
        var result = new Result(call, processingTimeMs(answer));
        synchronized (this) {
            arrived[call - 1] = result;
            outstanding--;
        }
    }

    private static long processingTimeMs(Reply answer) throws BackendFailed {
        try {
            var time = JSON.readTree(answer.body()).path("processingTimeMs");
            if (time.isIntegralNumber() && time.canConvertToLong()) return time.longValue();
        } catch (IOException notJson) {
            // the same failure as below
        }
        throw new BackendFailed("The backend's answer has no processingTimeMs", null);
    }

    /** Counts a call that failed. The other calls may still succeed. */
    void failed(int call, BackendFailed why) {
        LOG.warn("Call {} of {} failed: {}", call, arrived.length, why.getMessage());
        synchronized (this) {
            outstanding--;
        }
    }

    /** Whether every call has arrived or failed. */
    synchronized boolean complete() {
        return outstanding == 0;
    }

    /**
     * The results so far, with the status {@code Ok} or {@code Partial}.
     *
     * @throws BackendFailed if there is no result because every call failed
     * @throws Deadline.Passed if there is no result yet
     */
    synchronized Reply reply(Deadline deadline) throws BackendFailed, Deadline.Passed {
        var results = new ArrayList<Result>();
        var missing = new ArrayList<Integer>();
        for (int call = 1; call <= arrived.length; call++) {
            if (arrived[call - 1] == null) missing.add(call);
            else results.add(arrived[call - 1]);
        }
        if (results.isEmpty() && outstanding > 0) throw deadline.passed();
        if (results.isEmpty()) throw new BackendFailed("All " + arrived.length + " backend calls failed", null);
        var body = new LinkedHashMap<String, Object>();
        body.put("status", missing.isEmpty() ? "Ok" : "Partial");
        body.put("results", List.copyOf(results));
        body.put("missing", missing);
        return Reply.json(200, body);
    }
}
