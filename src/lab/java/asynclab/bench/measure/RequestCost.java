package asynclab.bench.measure;

import asynclab.client.ClientTimes;
import java.util.List;

/** The cost of a request for the server, and the response times of its clients, by round or by start of the server. */
public final class RequestCost {

    public final PairedRatio cpuMicros = new PairedRatio();
    private final PairedRatio bytes = new PairedRatio();
    private final PairedRatio switches = new PairedRatio();
    private final PairedRatio perSecond = new PairedRatio();
    private final PairedRatio addedP50 = new PairedRatio();
    private final PairedRatio addedP99 = new PairedRatio();
    private final PairedRatio collecting = new PairedRatio();
    private final PairedRatio processors = new PairedRatio();
    private long errors;

    public void add(Meter used, ClientTimes load, long heldMillis) {
        double requests = used.requests(load);
        cpuMicros.add(used.cpuNanos() / 1_000.0 / requests);
        bytes.add(used.allocatedBytes() / requests);
        switches.add(used.switches() / requests);
        perSecond.add(load.perSecond());
        addedP50.add(load.millis(50) - heldMillis);
        addedP99.add(load.millis(99) - heldMillis);
        collecting.add(100 * used.collectionMillis() / 1_000.0 / used.seconds());
        processors.add(used.processors());
        errors += load.errors();
    }

    /**
     * The columns of {@link #row}.
     *
     * @param subject the heading of the first column
     * @param floor the name of the row to which the ratios refer
     */
    public static List<String> columns(String subject, String floor) {
        return List.of(
                subject,
                "CPU µs per request",
                "CPU ÷ " + floor,
                "bytes per request",
                "bytes ÷ " + floor,
                "context switches per request",
                "req/s",
                "p50 ms beyond hold",
                "p99 ms beyond hold",
                "GC time %",
                "processors busy",
                "errors");
    }

    public List<Object> row(String name, RequestCost floor) {
        return List.of(
                name,
                cpuMicros.median(),
                cpuMicros.to(floor.cpuMicros).toString(),
                bytes.median(),
                bytes.to(floor.bytes).toString(),
                switches.median(),
                perSecond.median(),
                addedP50.median(),
                addedP99.median(),
                collecting.median(),
                processors.median(),
                errors);
    }
}
