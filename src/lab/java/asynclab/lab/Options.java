package asynclab.lab;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the user asked for: {@code name=value} arguments, which the profile {@code lab} in pom.xml fills from Maven properties.
 * An empty value is an absent one.
 *
 * @param arms names of the arms to run; empty for all
 * @param jdk the home of the JDK the server runs on, or null for the lab's own
 * @param run false to predict and report stored results anew, and run nothing
 * @param dashboard whether JMeter is to make its own dashboard of each arm's first run, too
 * @param compare two results to compare, and run nothing: folders, or names of folders of the results; empty for none
 * @param thresholds what is asked of the figures, or the build fails; empty for nothing
 * @param speed every time in the experiment is divided by this
 * @param target somebody's own service to measure instead of an experiment, or null; {@code baseline} is another to compare it with
 * @param seconds how long the users of a target take to come
 * @param seed of the draws, or null for the experiment's own
 * @param port of the server, or 0 for a free one
 * @param minutes how long the soak lasts; {@code users} is how many clients it has, and {@code hostile} how many more attack it
 * @param engines remote JMeter engines that send the load; none: the lab's own JMeter does
 * @param host the address at which the server under measurement listens and JMeter asks it
 * @param publish whether the result becomes the reference
 * @param reference the folder that holds one folder an experiment, as they were published
 * @param results the same for this machine's own
 * @param work for logs and raw samples
 */
public record Options(
        String experiment,
        List<String> arms,
        String server,
        Path jdk,
        boolean run,
        boolean dashboard,
        List<String> compare,
        List<Threshold> thresholds,
        int repeats,
        int speed,
        URI target,
        URI baseline,
        int seconds,
        Long seed,
        int port,
        double minutes,
        int users,
        int hostile,
        Engines engines,
        String host,
        Path project,
        Path war,
        Path jettyHome,
        Path tomcatHome,
        Path jmeterHome,
        boolean publish,
        Path reference,
        Path results,
        Path work) {

    private static final double DEFAULT_MINUTES = 30;
    private static final int DEFAULT_USERS = 4_000;
    private static final int DEFAULT_HOSTILE = 200;
    private static final int DEFAULT_TARGET_USERS = 400;
    private static final int DEFAULT_SECONDS = 20;

    static Options of(String... arguments) {
        Map<String, String> given = new TreeMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals < 0)
                throw new LabException("An argument must have the form name=value, but was \"" + argument + "\".");
            if (equals < argument.length() - 1)
                given.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        Path project =
                Path.of(given.getOrDefault("project", ".")).toAbsolutePath().normalize();
        var options = new Options(
                given.getOrDefault("experiment", "80-20"),
                list(given, "arms"),
                given.getOrDefault("server", "jetty"),
                given.containsKey("jdk") ? Jdks.named(given.get("jdk")) : null,
                !given.getOrDefault("run", "true").equals("false"),
                given.getOrDefault("dashboard", "false").equals("true"),
                list(given, "compare"),
                Threshold.parse(given.getOrDefault("assert", "")),
                whole(given, "repeats", 1, 100, 1),
                whole(given, "speed", 1, 1000, 1),
                service(given, "target"),
                service(given, "baseline"),
                whole(given, "seconds", 1, 3_600, DEFAULT_SECONDS),
                given.containsKey("seed") ? Long.valueOf(whole(given, "seed", 0, 1_000_000_000, 0)) : null,
                whole(given, "port", 0, 65_535, 0),
                minutes(given),
                whole(given, "users", 1, 8_000, given.containsKey("target") ? DEFAULT_TARGET_USERS : DEFAULT_USERS),
                whole(given, "hostile", 0, 2_000, DEFAULT_HOSTILE),
                engines(given),
                given.getOrDefault("host", "127.0.0.1"),
                project,
                war(given, project.resolve("target/async-servlet-lab.war")),
                file(given, "jettyHome", project),
                file(given, "tomcatHome", project),
                file(given, "jmeterHome", project),
                given.getOrDefault("publish", "false").equals("true"),
                reference(given, project),
                reference(given, project).resolve("local"),
                Path.of(given.getOrDefault("work", project.resolve("target/lab").toString())));
        if (!List.of("jetty", "tomcat").contains(options.server))
            throw new LabException("-Dserver must be jetty or tomcat, but was \"" + options.server + "\".");
        if (!options.compare.isEmpty() && options.compare.size() != 2)
            throw new LabException(
                    "-Dcompare must name two results, as in -Dcompare=80-20,results/local/80-20, but was \""
                            + String.join(",", options.compare) + "\".");
        if (options.baseline != null && options.target == null)
            throw new LabException("-Dbaseline needs a -Dtarget to be compared with, but there is none.");
        List<String> inVain = options.target == null ? List.of() : options.ofOurServer();
        if (!inVain.isEmpty())
            throw new LabException("-Dtarget measures a service as it is. Leave out " + String.join(", ", inVain)
                    + ", which apply to the lab's own server.");
        if (!options.thresholds.isEmpty()
                && (options.isSoak() || options.experiment.equals("all") || !options.compare.isEmpty()))
            throw new LabException("-Dassert needs exactly one experiment. Name it with -Dexperiment.");
        return options;
    }

    /** Those given that say how our own server or an experiment of ours is run. */
    private List<String> ofOurServer() {
        var given = new ArrayList<String>();
        if (!experiment.equals("80-20")) given.add("-Dexperiment");
        if (!arms.isEmpty()) given.add("-Darms");
        if (speed != 1) given.add("-Dspeed");
        if (!server.equals("jetty")) given.add("-Dserver");
        if (jdk != null) given.add("-Djdk");
        if (engines.areRemote()) given.add("-Dengines");
        return given;
    }

    boolean isSoak() {
        return experiment.equals("soak");
    }

    private static Path reference(Map<String, String> given, Path project) {
        return Path.of(given.getOrDefault("results", project.resolve("results").toString()));
    }

    private static double minutes(Map<String, String> given) {
        if (!given.containsKey("minutes")) return DEFAULT_MINUTES;
        try {
            double minutes = Double.parseDouble(given.get("minutes"));
            if (minutes >= 0.1 && minutes <= 10_000) return minutes;
        } catch (NumberFormatException e) {
            // told below
        }
        throw new LabException(
                "-Dminutes must be a number from 0.1 to 10000, but was \"" + given.get("minutes") + "\".");
    }

    private static URI service(Map<String, String> given, String name) {
        if (!given.containsKey(name)) return null;
        try {
            URI uri = new URI(given.get(name));
            if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getUserInfo() == null) return uri;
        } catch (URISyntaxException e) {
            // told below
        }
        throw new LabException(
                "-D" + name + " must be a URL without a user, such as http://host:8080/path?query, but was \""
                        + given.get(name) + "\".");
    }

    private static Engines engines(Map<String, String> given) {
        List<String> addresses = list(given, "engines");
        for (String address : addresses)
            if (!address.matches("[A-Za-z0-9.-]+:[0-9]{1,5}"))
                throw new LabException("-Dengines must be host:port,host:port, but has \"" + address + "\".");
        if (addresses.stream().distinct().count() < addresses.size())
            throw new LabException("-Dengines must name each engine once, but was \"" + given.get("engines") + "\".");
        return new Engines(addresses);
    }

    private static List<String> list(Map<String, String> given, String name) {
        return given.containsKey(name) ? List.of(given.get(name).split(",")) : List.of();
    }

    private static int whole(Map<String, String> given, String name, int min, int max, int absent) {
        String text = given.get(name);
        if (text == null) return absent;
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) return number;
        } catch (NumberFormatException e) {
            // told below
        }
        throw new LabException(
                "-D" + name + " must be a whole number from " + min + " to " + max + ", but was \"" + text + "\".");
    }

    /** Need not be there where nothing runs. */
    private static Path war(Map<String, String> given, Path absent) {
        boolean runs = !"false".equals(given.get("run")) && !given.containsKey("compare");
        return runs ? file(given, "war", absent) : absent.toAbsolutePath();
    }

    private static Path file(Map<String, String> given, String name, Path absent) {
        Path path = given.containsKey(name) ? Path.of(given.get(name)) : absent;
        if (!Files.exists(path))
            throw new LabException(
                    "There is no " + name + " at " + path + ". The command mvn verify -Plab puts it there.");
        return path.toAbsolutePath();
    }

    /** The java command of the server, for an arm that needs that feature version or later; null if none was found. */
    String java(int atLeast) {
        if (jdk == null) return Jdks.atLeast(atLeast);
        return Jdks.feature(jdk) >= atLeast ? Jdks.command(jdk).toString() : null;
    }

    /** A folder or file as one sees it from the project, for a message. */
    public String relative(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        return absolute.startsWith(project)
                ? project.relativize(absolute).toString().replace('\\', '/')
                : absolute.toString();
    }

    Path jettyXml() {
        return project.resolve("jetty.xml");
    }

    Path plan() {
        return project.resolve("jmeter/plan.jmx");
    }

    /** The command that runs an experiment as this run does. */
    public String command(String experiment) {
        return "mvn verify -Plab"
                + (target == null ? " -Dexperiment=" + experiment : " -Dtarget=\"" + target + "\"")
                + (baseline == null ? "" : " -Dbaseline=\"" + baseline + "\"")
                + (target != null && users != DEFAULT_TARGET_USERS ? " -Dusers=" + users : "")
                + (seconds == DEFAULT_SECONDS ? "" : " -Dseconds=" + seconds)
                + (arms.isEmpty() ? "" : " -Darms=" + String.join(",", arms))
                + (server.equals("jetty") ? "" : " -Dserver=" + server)
                + (jdk == null ? "" : " -Djdk=" + Jdks.feature(jdk))
                + (repeats == 1 ? "" : " -Drepeats=" + repeats)
                + (speed == 1 ? "" : " -Dspeed=" + speed)
                + (seed == null ? "" : " -Dseed=" + seed)
                + (thresholds.isEmpty()
                        ? ""
                        : " -Dassert=\""
                                + thresholds.stream().map(Threshold::text).collect(Collectors.joining(",")) + "\"")
                + (engines.areRemote() ? " -Dengines=" + String.join(",", engines.addresses()) : "")
                + (host.equals("127.0.0.1") ? "" : " -Dhost=" + host)
                + (isSoak() && minutes != DEFAULT_MINUTES ? " -Dminutes=" + minutes : "")
                + (isSoak() && users != DEFAULT_USERS ? " -Dusers=" + users : "")
                + (isSoak() && hostile != DEFAULT_HOSTILE ? " -Dhostile=" + hostile : "");
    }
}
