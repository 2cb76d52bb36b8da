package asynclab.options;

import static asynclab.options.OptionList.*;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The options of a run: {@code name=value} arguments, which the profile {@code lab} in pom.xml fills from Maven properties. An
 * empty value means that the option is absent. {@link OptionList} declares each option. Immutable.
 */
public final class Options {

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
        var options = new Options(OptionList.parse(arguments));
        if (!options.help()) options.check();
        return options;
    }

    private void check() {
        if (baseline() != null && target() == null)
            throw new LabException("-Dbaseline needs a -Dtarget to be compared with, but there is none.");
        List<String> conflicting = Stream.of(EXPERIMENT, ARMS, SPEED, SERVER, JDK, ENGINES)
                .filter(this::isGiven)
                .map(option -> "-D" + option.name())
                .toList();
        if (target() != null && !conflicting.isEmpty())
            throw new LabException("-Dtarget measures a service as it is. Leave out " + String.join(", ", conflicting)
                    + ", which apply to the lab's own server.");
        if (!thresholds().isEmpty() && (isSoak() || isSeries() || !compare().isEmpty()))
            throw new LabException("-Dassert needs exactly one experiment. Name it with -Dexperiment.");
        for (Option<String> home : List.of(JETTY_HOME, TOMCAT_HOME, JMETER_HOME)) file(home, project());
        if (run() && compare().isEmpty()) war(); // without a run the WAR may be missing
    }

    /** Whether the user gave another value than the default. */
    boolean isGiven(Option<?> option) {
        return given.containsKey(option.name()) && !given.get(option.name()).equals(option.absent());
    }

    @SuppressWarnings("unchecked") // the constructor has stored a value of this type
    <T> T get(Option<T> option) {
        return (T) values.get(option);
    }

    /** Every option for a user, as a table in Markdown. */
    public static String table() {
        return OptionList.table();
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

    /** Whether several experiments run. */
    public boolean isSeries() {
        return List.of("all", "stale").contains(experiment());
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

    /** The thresholds that the figures must meet; empty for none. {@code Threshold} parses them. */
    public String thresholds() {
        return Objects.requireNonNullElse(get(ASSERT), "");
    }

    public int repeats() {
        return get(REPEATS);
    }

    /** Every time in the experiment is divided by this. */
    public int speed() {
        return get(SPEED);
    }

    /** The user's own service, measured instead of an experiment; null for none. */
    public URI target() {
        return get(TARGET);
    }

    /** Another service to compare the target with; null for none. */
    public URI baseline() {
        return get(BASELINE);
    }

    /** The ramp-up of a target's users. */
    public int seconds() {
        return get(SECONDS);
    }

    /** The seed of the random hold times; null for the experiment's own. */
    public Long seed() {
        return get(SEED);
    }

    /** The port of the server; 0 for a free one. */
    public int port() {
        return get(PORT);
    }

    /** The duration of the soak. */
    public double minutes() {
        return get(MINUTES);
    }

    /** By default 400 users for a target and 4000 for a soak. */
    public int users() {
        return get(USERS) != null ? get(USERS) : target() != null ? 400 : 4_000;
    }

    public int hostile() {
        return get(HOSTILE);
    }

    /** Remote JMeter engines that send the load, {@code host:port}; empty: the lab's own JMeter sends it. */
    public List<String> engines() {
        return get(ENGINES);
    }

    /** The address of the measured server. JMeter sends its requests to it. */
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

    /** The folder of the reference results, with a folder for each experiment. */
    public Path reference() {
        return get(RESULTS) == null ? project().resolve("results") : Path.of(get(RESULTS));
    }

    /** The folder of this machine's own results. */
    public Path results() {
        return reference().resolve("local");
    }

    /** The folder for logs and raw samples. */
    public Path work() {
        return get(WORK) == null ? project().resolve("target/lab") : Path.of(get(WORK));
    }

    /** The same options for one experiment of a series. */
    public Options alone(String experiment, List<String> arms, int repeats) {
        return new Options(OptionList.with(
                given, Map.of(EXPERIMENT, experiment, ARMS, String.join(",", arms), REPEATS, "" + repeats)));
    }

    public Path plan() {
        return project().resolve("jmeter/plan.jmx");
    }

    /** A folder or file relative to the project, for a message. */
    public String relative(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        return absolute.startsWith(project())
                ? project().relativize(absolute).toString().replace('\\', '/')
                : absolute.toString();
    }

    /** The command that runs an experiment with the options of this run. */
    public String command(String experiment) {
        return new LabCommand(this, given).of(experiment);
    }
}
