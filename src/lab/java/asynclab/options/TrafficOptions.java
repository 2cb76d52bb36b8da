package asynclab.options;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/**
 * The options of {@code -Dlog=}. Immutable.
 *
 * @param files the access logs; a name is relative to the project's folder
 * @param format the server's format string; null if the lines are to tell
 * @param durationUnit of the durations; null if the log is to tell
 * @param threads the request threads of each server that wrote the log
 * @param traffic multiples of the log's traffic, in ascending order, at least one. The last one must be held
 * @param instances how many servers wrote the log
 * @param timeoutMillis when a client gives up; 0 if unknown
 * @param cpuPercent the mean use of all processors of a server; 0 if unknown
 * @param cores the processors of each server; 0 if unknown
 * @param replay whether the traffic is also sent to a server
 */
public record TrafficOptions(
        List<Path> files,
        String format,
        String durationUnit,
        int threads,
        List<Double> traffic,
        int instances,
        int timeoutMillis,
        double cpuPercent,
        int cores,
        boolean replay) {

    /** The name of its folder among the results. */
    public static final String NAME = "log";

    private static final List<Option<?>> OF_A_LOG = List.of(
            OptionList.LOG_FORMAT,
            OptionList.DURATION_UNIT,
            OptionList.THREADS,
            OptionList.TRAFFIC,
            OptionList.INSTANCES,
            OptionList.TIMEOUT,
            OptionList.CPU_PERCENT,
            OptionList.CORES,
            OptionList.REPLAY);
    private static final List<Option<?>> OF_AN_EXPERIMENT =
            List.of(OptionList.EXPERIMENT, OptionList.ARMS, OptionList.SPEED, OptionList.TARGET, OptionList.COMPARE);

    /**
     * Reads them.
     *
     * @return null if the run is not about a log
     * @throws LabException if an option contradicts the log
     */
    public static TrafficOptions of(Options options) {
        List<Path> files = options.get(OptionList.LOG);
        if (files.isEmpty()) {
            refuse(options, "Without -Dlog, leave out ", OF_A_LOG);
            return null;
        }
        refuse(options, "-Dlog answers from a log. Leave out ", OF_AN_EXPERIMENT);
        if (options.publish())
            throw new LabException(
                    "-Dpublish does not apply to a log. Its answer is about your own service, so it cannot be a reference.");
        if (options.isGiven(OptionList.CPU_PERCENT) != options.isGiven(OptionList.CORES))
            throw new LabException("-DcpuPercent and -Dcores need each other. Give both or none.");
        return new TrafficOptions(
                files.stream().map(options.project()::resolve).toList(),
                options.get(OptionList.LOG_FORMAT),
                options.get(OptionList.DURATION_UNIT),
                options.get(OptionList.THREADS),
                options.get(OptionList.TRAFFIC),
                options.get(OptionList.INSTANCES),
                orZero(options.get(OptionList.TIMEOUT)).intValue(),
                orZero(options.get(OptionList.CPU_PERCENT)).doubleValue(),
                orZero(options.get(OptionList.CORES)).intValue(),
                options.get(OptionList.REPLAY));
    }

    /** The traffic that must be held. */
    public double asked() {
        return Collections.max(traffic);
    }

    private static void refuse(Options options, String start, List<Option<?>> refused) {
        List<String> given = refused.stream()
                .filter(options::isGiven)
                .map(option -> "-D" + option.name())
                .toList();
        if (!given.isEmpty()) throw new LabException(start + String.join(", ", given) + ".");
    }

    private static Number orZero(Number value) {
        return value == null ? (Number) 0 : value;
    }
}
