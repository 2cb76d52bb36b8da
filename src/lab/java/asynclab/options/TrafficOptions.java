package asynclab.options;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of an access log. Picocli sets the fields, nothing else does. */
public final class TrafficOptions extends Options {

    /** The name of its folder among the results. */
    public static final String NAME = "log";

    /** The name that means standard input. */
    public static final Path STANDARD_INPUT = Path.of("-");

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "access logs of your own traffic, plain or packed")
    private List<Path> files;

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            description = "name or format string of the log's format; else its lines tell")
    public String format;

    @Option(
            names = "--duration-unit",
            paramLabel = "s|ms|us|ns",
            description = "unit of durations: `s`, `ms`, `us` or `ns`; else the log tells")
    public String durationUnit;

    @Option(names = "--threads", paramLabel = "1..100000", description = "request threads of each server of the log")
    public int threads = 200;

    @Option(
            names = "--traffic",
            split = ",",
            paramLabel = "0.1..100",
            description = "the multiple of the log's traffic that must be held")
    private List<Double> traffic = List.of(2.0);

    @Option(names = "--instances", paramLabel = "1..1000", description = "how many servers wrote the log")
    public int instances = 1;

    @Option(names = "--timeout-ms", paramLabel = "0..3600000", description = "client timeout; 0 if unknown")
    public int timeoutMillis;

    @Option(
            names = "--max-wait-ms",
            paramLabel = "1..60000",
            description = "the p99 of the waiting, in ms, up to which traffic is held")
    public int maxWaitMillis = 100;

    @Option(
            names = "--connections",
            paramLabel = "0..100000",
            description = "connections of each server's pool; 0 if unknown")
    public int connections;

    @Option(
            names = "--connection-share",
            split = ",",
            paramLabel = "SHARE",
            description = "connection time ÷ duration, 0 to 1: `ENDPOINT=SHARE`; `SHARE` for all others")
    private List<String> connectionShare = List.of();

    @Option(
            names = "--connection-timeout-ms",
            paramLabel = "0..3600000",
            description = "longest wait for a connection, in ms, then the request fails; 0 for no limit")
    public int connectionTimeoutMillis = 30_000;

    @Option(
            names = "--limit",
            paramLabel = "0..100000",
            description = "permits of a concurrency limit in front of virtual threads; 0 for none")
    public int limit;

    @Option(
            names = "--cpu-percent",
            paramLabel = "0..100",
            description = "mean use of a server's processors; 0 if unknown")
    public double cpuPercent;

    @Option(names = "--cores", paramLabel = "0..4096", description = "processors of each server; 0 if unknown")
    public int cores;

    @Option(names = "--cpu-file", paramLabel = "FILE", description = "processor use over time; needs `-Dcores`")
    private Path cpuFile;

    @Option(
            names = "--cpu-unit",
            paramLabel = "all|one",
            description = "percentages of `all` processors or of `one`; else the file tells, or `all`")
    public String cpuUnit = "";

    @Option(names = "--cpu-stamp", paramLabel = "start|end", description = "which part of an interval its time is")
    public String cpuStamp = "end";

    @Option(
            names = "--cpu-zone",
            paramLabel = "ZONE",
            description = "time zone of times without one, such as `Europe/Berlin`")
    private String cpuZone = "UTC";

    @Option(names = "--replay", description = "also replays the log on the server")
    public boolean replay;

    @Override
    public void check() {
        super.check();
        for (Path file : files)
            if (Collections.frequency(files, file) > 1)
                throw new LabException("-Dlog must name each log once, but "
                        + (file.equals(STANDARD_INPUT) ? "standard input" : file) + " is named several times.");
        if (cpuFile != null && cores == 0)
            throw new LabException("-DcpuFile needs -Dcores, the processors of a server, from 1 to 4096.");
        for (String name : List.of("cpuUnit", "cpuStamp", "cpuZone"))
            if (cpuFile == null && given().containsKey(name))
                throw new LabException("-D" + name + " needs -DcpuFile, the file that it describes.");
        cpuZone();
        connectionShares();
    }

    /**
     * The share of a duration during which a connection is held, by endpoint; with an empty name for all other endpoints.
     *
     * @throws LabException if one is malformed, outside 0 to 1, or given twice
     */
    public Map<String, Double> connectionShares() {
        var shares = new LinkedHashMap<String, Double>();
        for (String item : connectionShare) {
            int split = item.lastIndexOf('=');
            Double share = share(item.substring(split + 1).strip());
            String endpoint = split < 0 ? "" : item.substring(0, split).strip();
            if (share == null || split >= 0 && endpoint.isEmpty())
                throw new LabException(
                        "-DconnectionShare must be a number from 0 to 1, or ENDPOINT=NUMBER, separated by commas, but was \""
                                + item + "\".");
            if (shares.put(endpoint, share) != null)
                throw new LabException("-DconnectionShare must have one share for "
                        + (endpoint.isEmpty() ? "all other endpoints" : "\"" + endpoint + "\"") + ", but has several.");
        }
        return shares;
    }

    /** A share, or null if it is none. */
    private static Double share(String text) {
        try {
            double share = Double.parseDouble(text);
            return share >= 0 && share <= 1 ? (Double) share : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The access logs, or {@link #STANDARD_INPUT}. A name is relative to the project's folder. */
    public List<Path> files() {
        return files.stream()
                .map(file -> file.equals(STANDARD_INPUT) ? file : project().resolve(file))
                .toList();
    }

    /** The file of processor use, relative to the project's folder; null for none. */
    public Path cpuFile() {
        return cpuFile == null ? null : project().resolve(cpuFile);
    }

    /** The zone of times without one. */
    public ZoneId cpuZone() {
        try {
            return ZoneId.of(cpuZone);
        } catch (DateTimeException e) {
            throw new LabException(
                    "-DcpuZone must be a time zone such as UTC, +01:00 or Europe/Berlin, but was \"" + cpuZone + "\".");
        }
    }

    /** Multiples of the log's traffic, in ascending order, at least one. The last one must be held. */
    public List<Double> traffic() {
        return traffic.stream().sorted().toList();
    }
}
