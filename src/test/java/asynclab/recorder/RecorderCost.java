package asynclab.recorder;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import javax.servlet.DispatcherType;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Prints what the filter costs: nanoseconds of processor time of the whole process a request, with a chain that does nothing. {@code java
 * -cp target/test-classes:SERVLET-API.jar asynclab.recorder.RecorderCost}
 */
final class RecorderCost {

    private static final int REQUESTS = 1_000_000;
    private static final int ROUNDS = 4;

    private RecorderCost() {}

    public static void main(String[] arguments) throws Exception {
        for (int round = 0; round < ROUNDS; round++)
            System.out.printf(
                    "no filter %,6.0f   off %,6.0f   on, no log %,6.0f   on, log %,6.0f ns of processor time a request%n",
                    nanos(null, "none"),
                    nanos(false, "none"),
                    nanos(true, "none"),
                    nanos(true, "target/recorder-cost.log"));
    }

    private static double nanos(Boolean on, String log) throws Exception {
        var application = new PlayedApplication("")
                .with("on", String.valueOf(on != Boolean.FALSE))
                .with("log", log);
        FilterChain chain = (request, response) -> ThreadLocalRandom.current().nextInt();
        Filter filter = null;
        if (on != null) {
            filter = new RecorderFilter();
            filter.init(application.config);
        }
        HttpServletRequest request = new CheapRequest().request;
        HttpServletResponse response = PlayedApplication.played(HttpServletResponse.class, (method, none) -> 200);
        for (int i = 0; i < REQUESTS / 10; i++) serve(filter, request, response, chain);
        long before = cpu();
        for (int i = 0; i < REQUESTS; i++) {
            serve(filter, request, response, chain);
            if (i % 1_000 == 0) Thread.sleep(1); // the writer keeps up
        }
        if (filter != null) filter.destroy();
        return (double) (cpu() - before) / REQUESTS;
    }

    private static void serve(
            Filter filter, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws Exception {
        if (filter == null) chain.doFilter(request, response);
        else filter.doFilter(request, response, chain);
    }

    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** What containers do for these calls, as a map. */
    private static final class CheapRequest {

        private final Map<String, Object> attributes = new HashMap<>();
        private final HttpServletRequest request = PlayedApplication.played(HttpServletRequest.class, this::answer);

        private Object answer(String method, Object[] arguments) {
            return switch (method) {
                case "getDispatcherType" -> DispatcherType.REQUEST;
                case "getMethod" -> "GET";
                case "getRequestURI" -> "/search";
                case "isAsyncStarted" -> false;
                case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
                default -> null;
            };
        }
    }
}
