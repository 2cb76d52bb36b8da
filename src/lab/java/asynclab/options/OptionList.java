package asynclab.options;

import static asynclab.options.Option.Use.BUILD;
import static asynclab.options.Option.Use.HANDLE;
import static asynclab.options.Option.Use.MEASURE;

import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Declares every option of the lab, each once. */
final class OptionList {

    static final Option<String> EXPERIMENT = Option.text(
            "experiment",
            MEASURE,
            "80-20",
            "an experiment, a benchmark, `containers`, `frameworks`, `soak`, `all` or `stale`");
    static final Option<Integer> SPEED =
            Option.whole("speed", MEASURE, 1, 1_000, "1", "divides every time in the experiment by this number");
    static final Option<List<String>> ARMS = Option.list(
                    "arms",
                    MEASURE,
                    "names, separated by a comma",
                    "the arms to run, such as `blocking,async`",
                    any -> true)
            .shown("all but the optional ones");
    static final Option<Integer> REPEATS =
            Option.whole("repeats", MEASURE, 1, 100, "1", "runs of each arm; [a series](#all-and-stale) may take more");
    static final Option<String> SERVER =
            Option.oneOf("server", MEASURE, List.of("jetty", "tomcat"), "the server to measure: `jetty` or `tomcat`");
    static final Option<Path> JDK = Option.text(
                    "jdk", MEASURE, "", "JDK of the server: its home, or a version such as `21`")
            .shown("the lab's")
            .map(Jdks::named);
    static final Option<Boolean> RUN =
            Option.flag("run", HANDLE, true, "`false` runs nothing; it predicts and reports stored results again");
    static final Option<Boolean> PUBLISH =
            Option.flag("publish", HANDLE, false, "`true` replaces the [reference result](#where-a-run-writes)");
    static final Option<List<String>> COMPARE = Option.list(
            "compare",
            HANDLE,
            "two results, as in -Dcompare=80-20,results/local/80-20",
            "`A,B`: [compares two results](#a-change-before-and-after), runs nothing",
            two -> two.size() == 2);
    static final Option<List<Path>> LOG = Option.list(
                    "log",
                    MEASURE,
                    "access logs, separated by a comma",
                    "access logs of [your own traffic](your-log.md), plain or packed",
                    any -> true)
            .map(names -> names.stream().map(Path::of).toList());
    static final Option<String> LOG_FORMAT =
            Option.text("logFormat", MEASURE, "", "name or format string of the log's format; else its lines tell");
    static final Option<String> DURATION_UNIT = Option.text(
            "durationUnit", MEASURE, "", "unit of the log's durations: `s`, `ms`, `us` or `ns`; else the log tells");
    static final Option<Integer> THREADS =
            Option.whole("threads", MEASURE, 1, 100_000, "200", "request threads of each server that wrote the log");
    static final Option<List<Double>> TRAFFIC =
            Option.multiples("traffic", MEASURE, 0.1, 100, "2", "the multiple of the log's traffic that must be held");
    static final Option<Integer> INSTANCES =
            Option.whole("instances", MEASURE, 1, 1_000, "1", "how many servers wrote the log");
    static final Option<Integer> TIMEOUT =
            Option.whole("timeoutMs", MEASURE, 1, 3_600_000, "", "when a client of the log gives up");
    static final Option<Double> CPU_PERCENT = Option.number(
            "cpuPercent", MEASURE, 0.1, 100, "", "mean use of all processors of a server while it wrote the log");
    static final Option<Integer> CORES =
            Option.whole("cores", MEASURE, 1, 4_096, "", "processors of each server that wrote the log");
    static final Option<Boolean> REPLAY =
            Option.flag("replay", MEASURE, false, "`true` also [replays the log](your-log.md#measured) on the server");
    static final Option<String> ASSERT = Option.text(
            "assert", MEASURE, "", "[thresholds](#in-continuous-integration); if one is not met, the build fails");
    static final Option<Boolean> DASHBOARD =
            Option.flag("dashboard", HANDLE, false, "`true` adds JMeter's own dashboard of each arm's first run");
    static final Option<URI> TARGET = Option.service(
            "target", MEASURE, "address of [your own service](#your-own-service), instead of an experiment");
    static final Option<URI> BASELINE =
            Option.service("baseline", MEASURE, "address of another service to compare the target with");
    static final Option<List<String>> ENGINES = Option.list(
            "engines",
            MEASURE,
            "host:port,host:port, each engine once",
            "`host:port,host:port`: JMeter engines on other machines share the users",
            all -> all.stream().allMatch(one -> one.matches("[A-Za-z0-9.-]+:[0-9]{1,5}"))
                    && all.stream().distinct().count() == all.size());
    static final Option<String> HOST =
            Option.text("host", MEASURE, "127.0.0.1", "this machine's address, where the engines send the load");
    static final Option<Double> MINUTES =
            Option.number("minutes", MEASURE, 0.1, 10_000, "30", "duration of the [soak](#the-soak)");
    static final Option<Integer> USERS = Option.whole(
                    "users", MEASURE, 1, 8_000, "", "honest users of a soak, or users of a target")
            .shown("soak 4000, target 400");
    static final Option<Integer> SECONDS =
            Option.whole("seconds", MEASURE, 1, 3_600, "20", "ramp-up of a target's users");
    static final Option<Integer> HOSTILE = Option.whole(
            "hostile", MEASURE, 0, 2_000, "200", "hostile clients of the soak, beside its users; 0 for none");
    static final Option<Long> SEED = Option.whole(
                    "seed", MEASURE, 0, 1_000_000_000, "", "seed of the random hold times")
            .shown("the experiment's")
            .map(Integer::longValue);
    static final Option<Integer> PORT =
            Option.whole("port", HANDLE, 0, 65_535, "0", "port of the server").shown("a free one");
    static final Option<String> HELP = Option.text("help", HANDLE, "", "prints this table, runs nothing");
    static final Option<Path> PROJECT = Option.text("project", BUILD, ".", "the project's folder")
            .map(folder -> Path.of(folder).toAbsolutePath().normalize());
    static final Option<String> WAR = Option.text("war", BUILD, "", "the WAR of the application");
    static final Option<String> JETTY_HOME = Option.text("jettyHome", BUILD, "", "an unpacked Jetty");
    static final Option<String> TOMCAT_HOME = Option.text("tomcatHome", BUILD, "", "an unpacked Tomcat");
    static final Option<String> JMETER_HOME = Option.text(
            "jmeterHome", BUILD, "", "an installed JMeter, 5.6 or later; the build makes one from Maven artifacts");
    static final Option<String> RESULTS = Option.text("results", BUILD, "", "the reference results");
    static final Option<String> WORK = Option.text("work", BUILD, "", "folder for logs and raw samples");

    /** In the order of the table. */
    static final List<Option<?>> ALL = List.of(
            EXPERIMENT,
            SPEED,
            ARMS,
            REPEATS,
            SERVER,
            JDK,
            RUN,
            PUBLISH,
            COMPARE,
            TARGET,
            BASELINE,
            LOG,
            LOG_FORMAT,
            DURATION_UNIT,
            THREADS,
            TRAFFIC,
            INSTANCES,
            TIMEOUT,
            CPU_PERCENT,
            CORES,
            REPLAY,
            ASSERT,
            DASHBOARD,
            ENGINES,
            HOST,
            MINUTES,
            USERS,
            SECONDS,
            HOSTILE,
            SEED,
            PORT,
            HELP,
            PROJECT,
            WAR,
            JETTY_HOME,
            TOMCAT_HOME,
            JMETER_HOME,
            RESULTS,
            WORK);

    private OptionList() {}

    /** The text of each option given, by its name. @param arguments {@code name=value}; an empty value is ignored */
    static Map<String, String> parse(String... arguments) {
        List<String> names = ALL.stream().map(Option::name).toList();
        Map<String, String> given = new LinkedHashMap<>();
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            if (parts.length < 2)
                throw new LabException("An argument must have the form name=value, but was \"" + argument + "\".");
            if (!names.contains(parts[0])) throw new LabException("There is no option \"" + parts[0] + "\".");
            if (!parts[1].isEmpty()) given.put(parts[0], parts[1]);
        }
        return given;
    }

    /** The options given, with other values for some of them. An empty value removes the option. */
    static Map<String, String> with(Map<String, String> given, Map<Option<?>, String> others) {
        var changed = new LinkedHashMap<>(given);
        others.forEach((option, value) -> changed.put(option.name(), value));
        changed.values().removeIf(String::isEmpty);
        return changed;
    }

    /** Every option for a user, as a table in Markdown: name, default, meaning. */
    static String table() {
        return ALL.stream()
                .filter(option -> option.use() != BUILD)
                .map(option ->
                        "| `-D" + option.name() + "=` | " + cell(option.shown()) + "| " + option.meaning() + " |\n")
                .collect(Collectors.joining("", "| option | default | meaning |\n|---|---|---|\n", ""));
    }

    private static String cell(String shown) {
        return shown.isEmpty()
                ? ""
                : (shown.matches("[a-z0-9.-]*[a-z.-][a-z0-9.-]*") ? "`" + shown + "`" : shown) + " ";
    }
}
