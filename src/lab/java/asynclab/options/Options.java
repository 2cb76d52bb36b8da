package asynclab.options;

import static asynclab.options.Option.Use.BUILD;
import static asynclab.options.Option.Use.HANDLE;
import static asynclab.options.Option.Use.MEASURE;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the user asked for: {@code name=value} arguments, which the profile {@code lab} in pom.xml fills from Maven properties. An
 * empty value is an absent one. Each option is declared here once ({@link Option}). Immutable.
 */
public final class Options {

    private static final Option<String> EXPERIMENT = Option.text(
            "experiment", MEASURE, "80-20", "what to run: an experiment, a benchmark, `containers`, `soak` or `all`");
    private static final Option<Integer> SPEED =
            Option.whole("speed", MEASURE, 1, 1_000, "1", "divides every time in the experiment by this number");
    private static final Option<List<String>> ARMS = Option.list(
                    "arms",
                    MEASURE,
                    "names, separated by a comma",
                    "the arms to run, such as `blocking,async`",
                    any -> true)
            .shown("all but the optional ones");
    private static final Option<Integer> REPEATS =
            Option.whole("repeats", MEASURE, 1, 100, "1", "runs of each arm; from two on the verdict has an interval");
    private static final Option<String> SERVER =
            Option.oneOf("server", MEASURE, List.of("jetty", "tomcat"), "the server to measure: `jetty` or `tomcat`");
    private static final Option<Path> JDK = Option.text(
                    "jdk", MEASURE, "", "JDK of the server: its home, or a version such as `21`")
            .shown("the lab's")
            .map(Jdks::named);
    private static final Option<Boolean> RUN =
            Option.flag("run", HANDLE, true, "`false` runs nothing; it predicts and reports stored results again");
    private static final Option<Boolean> PUBLISH =
            Option.flag("publish", HANDLE, false, "`true` replaces the [reference result](#where-a-run-writes)");
    private static final Option<List<String>> COMPARE = Option.list(
            "compare",
            HANDLE,
            "two results, as in -Dcompare=80-20,results/local/80-20",
            "`A,B`: [compares two results](#a-change-before-and-after), runs nothing",
            two -> two.size() == 2);
    private static final Option<String> ASSERT = Option.text(
            "assert", MEASURE, "", "[thresholds](#in-continuous-integration); if one is not met, the build fails");
    private static final Option<Boolean> DASHBOARD =
            Option.flag("dashboard", HANDLE, false, "`true` adds JMeter's own dashboard of each arm's first run");
    private static final Option<URI> TARGET = Option.service(
            "target", MEASURE, "address of [your own service](#your-own-service), instead of an experiment");
    private static final Option<URI> BASELINE =
            Option.service("baseline", MEASURE, "address of another service to compare the target with");
    private static final Option<List<String>> ENGINES = Option.list(
            "engines",
            MEASURE,
            "host:port,host:port, each engine once",
            "`host:port,host:port`: JMeter engines on other machines share the users",
            all -> all.stream().allMatch(one -> one.matches("[A-Za-z0-9.-]+:[0-9]{1,5}"))
                    && all.stream().distinct().count() == all.size());
    private static final Option<String> HOST =
            Option.text("host", MEASURE, "127.0.0.1", "this machine's address, where the engines send the load");
    private static final Option<Double> MINUTES =
            Option.number("minutes", MEASURE, 0.1, 10_000, "30", "duration of the [soak](#the-soak)");
    private static final Option<Integer> USERS = Option.whole(
                    "users", MEASURE, 1, 8_000, "", "honest users of a soak, or users of a target")
            .shown("soak 4000, target 400");
    private static final Option<Integer> SECONDS =
            Option.whole("seconds", MEASURE, 1, 3_600, "20", "ramp-up of a target's users");
    private static final Option<Integer> HOSTILE = Option.whole(
            "hostile", MEASURE, 0, 2_000, "200", "hostile clients of the soak, beside its users; 0 for none");
    private static final Option<Long> SEED = Option.whole(
                    "seed", MEASURE, 0, 1_000_000_000, "", "seed of the random hold times")
            .shown("the experiment's")
            .map(Integer::longValue);
    private static final Option<Integer> PORT =
            Option.whole("port", HANDLE, 0, 65_535, "0", "port of the server").shown("a free one");
    private static final Option<String> HELP = Option.text("help", HANDLE, "", "prints this table, runs nothing");
    private static final Option<Path> PROJECT = Option.text("project", BUILD, ".", "the project's folder")
            .map(folder -> Path.of(folder).toAbsolutePath().normalize());
    private static final Option<String> WAR = Option.text("war", BUILD, "", "the application");
    private static final Option<String> JETTY_HOME = Option.text("jettyHome", BUILD, "", "an unpacked Jetty");
    private static final Option<String> TOMCAT_HOME = Option.text("tomcatHome", BUILD, "", "an unpacked Tomcat");
    private static final Option<String> JMETER_HOME = Option.text(
            "jmeterHome", BUILD, "", "an installed JMeter, 5.6 or later; the build makes one from Maven artifacts");
    private static final Option<String> RESULTS = Option.text("results", BUILD, "", "the reference results");
    private static final Option<String> WORK = Option.text("work", BUILD, "", "for logs and raw samples");

    /** Every option, in the order of the table. */
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

    private static final int SOAK_USERS = 4_000;
    private static final int TARGET_USERS = 400;

    private final Map<String, String> given;
    private final Map<Option<?>, Object> values = new LinkedHashMap<>();

    private Options(Map<String, String> given) {
        this.given = given;
        for (Option<?> option : ALL) values.put(option, option.read(given.get(option.name())));
    }

    /**
     * Reads the arguments.
     *
     * @throws LabException if one is unknown or wrong, or if two of them contradict each other
     */
    public static Options of(String... arguments) {
        List<String> names = ALL.stream().map(Option::name).toList();
        Map<String, String> given = new LinkedHashMap<>();
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            if (parts.length < 2)
                throw new LabException("An argument must have the form name=value, but was \"" + argument + "\".");
            if (!names.contains(parts[0])) throw new LabException("There is no option \"" + parts[0] + "\".");
            if (!parts[1].isEmpty()) given.put(parts[0], parts[1]);
        }
        var options = new Options(given);
        if (!options.help()) options.check();
        return options;
    }

    private void check() {
        if (baseline() != null && target() == null)
            throw new LabException("-Dbaseline needs a -Dtarget to be compared with, but there is none.");
        List<String> inVain = Stream.of(EXPERIMENT, ARMS, SPEED, SERVER, JDK, ENGINES)
                .filter(this::isGiven)
                .map(option -> "-D" + option.name())
                .toList();
        if (target() != null && !inVain.isEmpty())
            throw new LabException("-Dtarget measures a service as it is. Leave out " + String.join(", ", inVain)
                    + ", which apply to the lab's own server.");
        if (!thresholds().isEmpty()
                && (isSoak() || experiment().equals("all") || !compare().isEmpty()))
            throw new LabException("-Dassert needs exactly one experiment. Name it with -Dexperiment.");
        for (Option<String> home : List.of(JETTY_HOME, TOMCAT_HOME, JMETER_HOME)) file(home, project());
        if (run() && compare().isEmpty()) war(); // where nothing runs there need be none
    }

    private boolean isGiven(Option<?> option) {
        return given.containsKey(option.name()) && !given.get(option.name()).equals(option.absent());
    }

    @SuppressWarnings("unchecked") // the constructor has put a value of this type
    private <T> T get(Option<T> option) {
        return (T) values.get(option);
    }

    /** A table in Markdown of every option that is for a user: name, default, meaning. */
    public static String table() {
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

    public boolean help() {
        return get(HELP) != null;
    }

    public String experiment() {
        return get(EXPERIMENT);
    }

    public boolean isSoak() {
        return experiment().equals("soak");
    }

    /** Names of the arms to run; empty for all but the optional ones. */
    public List<String> arms() {
        return get(ARMS);
    }

    /** {@code jetty} or {@code tomcat}. */
    public String server() {
        return get(SERVER);
    }

    /** The home of the JDK the server runs on; null for the lab's own. */
    public Path jdk() {
        return get(JDK);
    }

    /** False to predict and report stored results again, and run nothing. */
    public boolean run() {
        return get(RUN);
    }

    public boolean dashboard() {
        return get(DASHBOARD);
    }

    /** Two results to compare: folders, or names of folders of the results; empty for none. */
    public List<String> compare() {
        return get(COMPARE);
    }

    /** What is asked of the figures, or the build fails; empty for nothing. {@code Threshold} reads it. */
    public String thresholds() {
        String text = get(ASSERT);
        return text == null ? "" : text;
    }

    public int repeats() {
        return get(REPEATS);
    }

    /** Every time in the experiment is divided by this. */
    public int speed() {
        return get(SPEED);
    }

    /** Somebody's own service to measure instead of an experiment; null for none. */
    public URI target() {
        return get(TARGET);
    }

    /** Another service to compare the target with; null for none. */
    public URI baseline() {
        return get(BASELINE);
    }

    /** How long the users of a target take to come. */
    public int seconds() {
        return get(SECONDS);
    }

    /** Of the draws; null for the experiment's own. */
    public Long seed() {
        return get(SEED);
    }

    /** Of the server; 0 for a free one. */
    public int port() {
        return get(PORT);
    }

    /** How long the soak lasts. */
    public double minutes() {
        return get(MINUTES);
    }

    public int users() {
        return get(USERS) != null ? get(USERS) : target() != null ? TARGET_USERS : SOAK_USERS;
    }

    public int hostile() {
        return get(HOSTILE);
    }

    /** Remote JMeter engines that send the load, {@code host:port}; none: the lab's own JMeter sends it. */
    public List<String> engines() {
        return get(ENGINES);
    }

    /** The address at which the server under measurement listens and JMeter asks it. */
    public String host() {
        return get(HOST);
    }

    public Path project() {
        return get(PROJECT);
    }

    public Path war() {
        Path absent = project().resolve("target/async-servlet-lab.war");
        return run() && compare().isEmpty() ? file(WAR, absent) : absent;
    }

    public Path jettyHome() {
        return file(JETTY_HOME, project());
    }

    public Path tomcatHome() {
        return file(TOMCAT_HOME, project());
    }

    public Path jmeterHome() {
        return file(JMETER_HOME, project());
    }

    private Path file(Option<String> option, Path absent) {
        Path path = get(option) == null ? absent : Path.of(get(option));
        if (!Files.exists(path))
            throw new LabException(
                    "There is no " + option.name() + " at " + path + ". The command mvn verify -Plab puts it there.");
        return path.toAbsolutePath();
    }

    /** Whether the result becomes the reference. */
    public boolean publish() {
        return get(PUBLISH);
    }

    /** The folder that holds one folder an experiment, as they were published. */
    public Path reference() {
        return get(RESULTS) == null ? project().resolve("results") : Path.of(get(RESULTS));
    }

    /** The same for this machine's own. */
    public Path results() {
        return reference().resolve("local");
    }

    /** For logs and raw samples. */
    public Path work() {
        return get(WORK) == null ? project().resolve("target/lab") : Path.of(get(WORK));
    }

    public Path jettyXml() {
        return project().resolve("jetty.xml");
    }

    public Path plan() {
        return project().resolve("jmeter/plan.jmx");
    }

    /** The java command of the server, for an arm that needs that feature version or later; null if none was found. */
    public String java(int atLeast) {
        if (jdk() == null) return Jdks.atLeast(atLeast);
        return Jdks.feature(jdk()) >= atLeast ? Jdks.command(jdk()).toString() : null;
    }

    /** A folder or file as one sees it from the project, for a message. */
    public String relative(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        return absolute.startsWith(project())
                ? project().relativize(absolute).toString().replace('\\', '/')
                : absolute.toString();
    }

    /** The command that runs an experiment as this run does. */
    public String command(String experiment) {
        var words = new ArrayList<>(List.of("mvn verify -Plab"));
        if (target() == null) words.add("-Dexperiment=" + experiment);
        for (Option<?> option : ALL)
            if (option.use() == MEASURE && option != EXPERIMENT && isGiven(option))
                words.add("-D" + option.name() + "=" + inCommand(option));
        return String.join(" ", words);
    }

    /** Quoted for a shell where it must be. A path of this machine is no part of a command that others are to run. */
    private String inCommand(Option<?> option) {
        if (option == JDK) return Integer.toString(Jdks.feature(jdk()));
        String value = given.get(option.name());
        return value.matches("[\\w.,:-]+") ? value : '"' + value + '"';
    }
}
