package asynclab.options;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.commons.text.CaseUtils;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options that several commands of the lab take. The annotation of a field is the only declaration of an option. The help, the
 * table in the book, the check of a value and the command in a report come from it. A label such as {@code 1..1000} or {@code
 * jetty|tomcat} states the values that the check allows. The build sets the hidden options.
 */
public class Options {

    /** The options that do not determine what is measured. The command in a report does not repeat them. */
    private static final Set<String> NOT_REPEATED =
            Set.of("--run", "--publish", "--dashboard", "--port", "--report", "--json", "--junit");

    /** The options whose values are printed and stored nowhere. */
    private static final Set<String> SECRET = Set.of("--header", "--body");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--speed", paramLabel = "1..1000", description = "divides every time in the experiment by this")
    private int speed = 1;

    @Option(
            names = "--arms",
            split = ",",
            description = "the arms to run, such as `blocking,async`; else all but the optional ones")
    private List<String> arms = List.of();

    @Option(names = "--repeats", paramLabel = "1..100", description = "runs of each arm; a series may take more")
    private int repeats = 1;

    @Option(names = "--server", paramLabel = "jetty|tomcat", description = "the server to measure: `jetty` or `tomcat`")
    private String server = "jetty";

    @Option(names = "--jdk", description = "JDK of the server: its home, or a version such as `21`; else the lab's")
    private String jdk;

    @Option(
            names = "--run",
            arity = "1",
            description = "`false` runs nothing; it predicts and reports stored results again")
    private boolean run = true;

    @Option(names = "--publish", description = "replaces the reference result")
    private boolean publish;

    @Option(names = "--assert", paramLabel = "THRESHOLDS", description = "thresholds; the run fails if one is not met")
    private String thresholds;

    @Option(names = "--dashboard", description = "adds JMeter's own dashboard of each arm's first run")
    private boolean dashboard;

    @Option(
            names = "--engines",
            split = ",",
            paramLabel = "host:port",
            description = "`host:port,host:port`: JMeter engines on other machines")
    private List<String> engines = List.of();

    @Option(names = "--host", description = "this machine's address, where the engines send the load")
    private String host = "127.0.0.1";

    @Option(
            names = "--seed",
            paramLabel = "0..1000000000",
            description = "seed of what is random, such as hold times; else the usual one")
    private Long seed;

    @Option(names = "--port", paramLabel = "0..65535", description = "port of the server; 0 for a free one")
    private int port;

    @Option(names = "--project", hidden = true)
    private Path project = Path.of("");

    @Option(names = "--war", hidden = true)
    private Path war;

    @Option(names = "--jetty-home", hidden = true)
    private Path jettyHome;

    @Option(names = "--tomcat-home", hidden = true)
    private Path tomcatHome;

    @Option(names = "--jmeter-home", hidden = true)
    private Path jmeterHome;

    @Option(names = "--results", hidden = true)
    private Path results;

    @Option(names = "--work", hidden = true)
    private Path work;

    /** @throws LabException if values are wrong or contradict each other in a way that their declarations cannot say */
    public void check() {
        jdk();
        if (!engines.stream().allMatch(one -> one.matches("[A-Za-z0-9.-]+:[0-9]{1,5}"))
                || Set.copyOf(engines).size() < engines.size())
            throw new LabException("-Dengines must be host:port,host:port, each engine once, but was \""
                    + String.join(",", engines) + "\".");
        if (!given().containsKey("host") && !engines.stream().allMatch(Options::isOfThisMachine))
            throw new LabException("-Dengines of other machines needs -Dhost, the address of this machine for them.");
        if (thresholds != null && isSeries())
            throw new LabException("-Dassert needs exactly one experiment. Name it with -Dexperiment.");
    }

    private static boolean isOfThisMachine(String engine) {
        return engine.startsWith("127.") || engine.startsWith("localhost:");
    }

    /** The experiment or benchmark, if the command takes its name, else the name of the command. */
    public String experiment() {
        return isOfExperiments() ? command.positionalParameters().get(0).getValue() : command.name();
    }

    private boolean isOfExperiments() {
        return List.of("experiment", "benchmark").contains(command.name());
    }

    /** Whether several experiments run. */
    public boolean isSeries() {
        return List.of("all", "stale").contains(experiment());
    }

    /** Names of the arms to run; empty for all but the optional ones. */
    public List<String> arms() {
        return arms;
    }

    /** {@code jetty} or {@code tomcat}. */
    public String server() {
        return server;
    }

    /** The home of the JDK the server runs on; null for the lab's own. */
    public Path jdk() {
        return jdk == null ? null : Jdks.named(jdk);
    }

    /** False to predict and report stored results again, and run nothing. */
    public boolean run() {
        return run;
    }

    public boolean dashboard() {
        return dashboard;
    }

    /** The thresholds that the figures must meet; empty for none. {@code Threshold} parses them. */
    public String thresholds() {
        return thresholds == null ? "" : thresholds;
    }

    public int repeats() {
        return repeats;
    }

    public int speed() {
        return speed;
    }

    /** The seed of the random hold times; null for the experiment's own. */
    public Long seed() {
        return seed;
    }

    /** The port of the server; 0 for a free one. */
    public int port() {
        return port;
    }

    /** Remote JMeter engines that send the load, {@code host:port}; empty: the lab's own JMeter sends it. */
    public List<String> engines() {
        return engines;
    }

    /** The address of the measured server. JMeter sends its requests to it. */
    public String host() {
        return host;
    }

    public Path project() {
        return project.toAbsolutePath().normalize();
    }

    /** The WAR, which may be missing if nothing runs. */
    public Path war() {
        Path built = project().resolve("target/async-servlet-lab.war");
        return run ? existing("war", war == null ? built : war) : built;
    }

    public Path jettyHome() {
        return existing("jettyHome", jettyHome == null ? project() : jettyHome);
    }

    public Path tomcatHome() {
        return existing("tomcatHome", tomcatHome == null ? project() : tomcatHome);
    }

    /** The folder of JMeter. It is the only one of these that a user names, with {@code -Djmeter.home}. */
    public Path jmeterHome() {
        Path home = jmeterHome == null ? project() : jmeterHome;
        if (!Files.exists(home))
            throw new LabException(
                    "There is no JMeter at " + home + ". Leave out -Djmeter.home to use the one of the build.");
        return home.toAbsolutePath();
    }

    private static Path existing(String name, Path path) {
        if (!Files.exists(path))
            throw new LabException(
                    "There is no " + name + " at " + path + ". The command mvn verify -Plab puts it there.");
        return path.toAbsolutePath();
    }

    /** Whether the result becomes the reference. */
    public boolean publish() {
        return publish;
    }

    /** The folder of the reference results, with a folder for each experiment. */
    public Path reference() {
        return project().resolve(results == null ? Path.of("results") : results);
    }

    /** The folder of this machine's own results. */
    public Path results() {
        return reference().resolve("local");
    }

    /** The folder for logs and raw samples. It is absolute, because the processes of the lab run in it. */
    public Path work() {
        return project().resolve(work == null ? Path.of("target/lab") : work);
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

    /** The options that were given, with their text, by the names that Maven gives them. */
    public Map<String, String> given() {
        var given = new LinkedHashMap<String, String>();
        for (OptionSpec option : command.options())
            if (!option.stringValues().isEmpty())
                given.put(mavenName(option.longestName()), String.join(",", option.originalStringValues()));
        return given;
    }

    /**
     * The command that runs an experiment with the options of this run: those that determine what is measured, unless they have
     * their default.
     */
    public String command(String experiment) {
        List<PositionalParamSpec> subject = command.positionalParameters();
        String begin = isOfExperiments() || subject.isEmpty()
                ? "experiment=" + experiment
                : command.name() + "=" + quoted(String.join(",", subject.get(0).originalStringValues()));
        return "mvn verify -Plab -D" + begin + repeated(option -> "-D" + mavenName(option) + "=");
    }

    /** The same command of the jar. */
    public String commandOfJar() {
        String subject = command.positionalParameters().get(0).originalStringValues().stream()
                .map(Options::quoted)
                .collect(Collectors.joining(" "));
        return "java -jar asynclab.jar " + command.name() + " " + subject + repeated(option -> option + " ");
    }

    private String repeated(UnaryOperator<String> spelled) {
        var words = new StringBuilder();
        for (OptionSpec option : command.options()) {
            String name = option.longestName();
            String value = given().get(mavenName(name));
            if (value == null
                    || option.hidden()
                    || NOT_REPEATED.contains(name)
                    || value.equals(String.valueOf(option.initialValue()))) continue;
            if (SECRET.contains(name)) value = "…";
            // a JDK is named by its version, because its path differs between machines
            if (name.equals("--jdk")) value = Integer.toString(Jdks.feature(jdk()));
            words.append(' ').append(spelled.apply(name)).append(quoted(value));
        }
        return words.toString();
    }

    /** The value in quotes, if a shell needs them. */
    private static String quoted(String value) {
        if (value.matches("[\\w.,:…-]+")) return value;
        boolean plain = value.matches("[^\"$`\\\\!]*"); // between double quotes a shell leaves it as it is
        return plain ? "\"" + value + "\"" : "'" + value.replace("'", "'\\''") + "'";
    }

    /** The name of an option as {@code -Dname=}: {@code logFormat} of {@code --log-format}. */
    public static String mavenName(String option) {
        return CaseUtils.toCamelCase(option.substring(2), false, '-');
    }

    /** The name on a command line, without dashes: {@code log-format} of {@code logFormat}. */
    public static String kebab(String mavenName) {
        return mavenName.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
