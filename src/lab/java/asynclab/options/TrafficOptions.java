package asynclab.options;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of an access log. */
public final class TrafficOptions extends Options {

    /** The name of its folder among the results. */
    public static final String NAME = "log";

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "access logs of your own traffic, plain or packed")
    private List<Path> files;

    @Option(names = "--log-format", description = "name or format string of the log's format; else its lines tell")
    private String logFormat;

    @Option(
            names = "--duration-unit",
            description = "unit of the log's durations: `s`, `ms`, `us` or `ns`; else the log tells")
    private String durationUnit;

    @Option(
            names = "--threads",
            paramLabel = "1..100000",
            description = "request threads of each server that wrote the log")
    private int threads = 200;

    @Option(
            names = "--traffic",
            split = ",",
            paramLabel = "0.1..100",
            description = "the multiple of the log's traffic that must be held")
    private List<Double> traffic = List.of(2.0);

    @Option(names = "--instances", paramLabel = "1..1000", description = "how many servers wrote the log")
    private int instances = 1;

    @Option(names = "--timeout-ms", paramLabel = "1..3600000", description = "when a client of the log gives up")
    private Integer timeoutMillis;

    @Option(
            names = "--cpu-percent",
            paramLabel = "0.1..100",
            description = "mean use of all processors of a server while it wrote the log")
    private Double cpuPercent;

    @Option(names = "--cores", paramLabel = "1..4096", description = "processors of each server that wrote the log")
    private Integer cores;

    @Option(
            names = "--replay",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            description = "`true` also replays the log on the server")
    private boolean replay;

    @Override
    public void check() {
        super.check();
        if ((cpuPercent == null) != (cores == null))
            throw new LabException("-DcpuPercent and -Dcores need each other. Give both or none.");
    }

    /** The access logs. A name is relative to the project's folder. */
    public List<Path> files() {
        return files.stream().map(project()::resolve).toList();
    }

    /** The server's format string; null if the lines are to tell. */
    public String format() {
        return logFormat;
    }

    /** Null if the log is to tell. */
    public String durationUnit() {
        return durationUnit;
    }

    /** The request threads of each server that wrote the log. */
    public int threads() {
        return threads;
    }

    /** Multiples of the log's traffic, in ascending order, at least one. */
    public List<Double> traffic() {
        return traffic.stream().sorted().toList();
    }

    /** The multiple that must be held, which is the last one. */
    public double asked() {
        return traffic().get(traffic.size() - 1);
    }

    public int instances() {
        return instances;
    }

    /** When a client gives up; 0 if unknown. */
    public int timeoutMillis() {
        return timeoutMillis == null ? 0 : timeoutMillis;
    }

    /** The mean use of all processors of a server; 0 if unknown. */
    public double cpuPercent() {
        return cpuPercent == null ? 0 : cpuPercent;
    }

    /** The processors of each server; 0 if unknown. */
    public int cores() {
        return cores == null ? 0 : cores;
    }

    /** Whether the traffic is also sent to a server. */
    public boolean replay() {
        return replay;
    }
}
