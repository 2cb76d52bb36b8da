package asynclab.bench;

import asynclab.bench.BenchResult.ResultTable;
import asynclab.document.ResultJson;
import asynclab.frameworks.FrameworkServers;
import asynclab.options.Jdks;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.run.result.Environment;
import asynclab.server.PostgreSql;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.commons.io.function.IOConsumer;

/** Runs a benchmark. It starts servers with the bare application and the WAR, prints the progress, and stores the result. */
public final class Bench {

    private static final Map<String, Function<Bench, BenchResult>> ALL = new TreeMap<>(Map.ofEntries(
            Map.entry("cost", bench -> new Cost(bench).run()),
            Map.entry("hold", bench -> new WaitingCost(bench, false).run()),
            Map.entry("hold-http2", bench -> new WaitingCost(bench, true).run()),
            Map.entry("certify", bench -> new TimerLatenessBenchmark(bench).run()),
            Map.entry("map", bench -> new CrossoverMap(bench).run()),
            Map.entry("second-limit", bench -> new SecondLimit(bench).measure()),
            Map.entry("second-limit-calibrate", bench -> new SecondLimit(bench).calibrate()),
            Map.entry("second-limit-predict", bench -> new SecondLimit(bench).predict()),
            Map.entry("shed", bench -> new Shedding(bench).run()),
            Map.entry("virtual", bench -> new VirtualThreads(bench).measure()),
            Map.entry("virtual-predict", bench -> new VirtualThreads(bench).predict())));
    private static final List<String> BARE =
            List.of("BareAsyncServlet", "BareBlockingServlet", "BurdenedServlet", "InitializedLate");
    private static final String NO_LIMIT = "Tomcat's virtual threads have no limit.";
    private static final Map<String, String> ONLY_ON_JETTY = Map.of(
            "cost",
            "Its servers are compared with an embedded Jetty, and with Jetty's trimmed web application.",
            "hold-http2",
            "Tomcat over HTTP/2 is a row of -Dexperiment=hold -Dserver=tomcat.",
            "second-limit",
            NO_LIMIT,
            "second-limit-calibrate",
            NO_LIMIT);

    /** What is stored beside the published result of a benchmark, and committed before it measures. */
    private static final Map<String, String> EXPECTED =
            Map.of(SecondLimit.NAME, SecondLimit.PREDICTIONS, VirtualThreads.NAME, VirtualThreads.EXPECTATIONS);

    private static final String PICTURE = "picture.png";
    private static final String OTHERS_PROCESSOR = "1";

    /** For a server that has a processor of its own. */
    static final String SERVERS_PROCESSOR = "0";

    private final Options options;
    private final Processes processes;
    private final PrintStream out;
    private IOConsumer<Path> chart;
    private String laterJdk; // null: every server so far ran on the lab's own JDK
    private final Map<String, Object> environment;
    private final StepsLeft left = new StepsLeft(System::nanoTime);

    private Bench(Options options, Processes processes, PrintStream out) {
        this.options = options;
        this.processes = processes;
        this.out = out;
        environment = Environment.read(options, 0);
    }

    /** The names of all benchmarks. */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** @throws LabException if the server lacks what is measured, or if what is expected is not stored or not committed */
    public static void check(Options options) {
        String why = ONLY_ON_JETTY.get(options.experiment());
        if (why != null && !options.server().equals("jetty"))
            throw new LabException("-Dexperiment=" + options.experiment() + " must run on Jetty. " + why);
        String what = EXPECTED.get(options.experiment());
        if (what != null) checkExpected(options, options.experiment(), what);
    }

    private static void checkExpected(Options options, String name, String what) {
        Path file = predictions(options, name, what);
        if (!Files.exists(file))
            throw new LabException("There are no " + what + ". -Dexperiment=" + name
                    + "-predict writes them. Commit them before you measure.");
        if (options.publish() && !Environment.isCommitted(options.project(), file))
            throw new LabException("-Dpublish=true is refused: " + options.relative(file)
                    + " is not committed. What is expected must be committed before it is measured.");
    }

    /** Runs the benchmark of {@code -Dexperiment}. Call {@link #check} before. @param name of its folder. @return this folder */
    public static Path run(Options options, String name, Processes processes, PrintStream out) throws IOException {
        var bench = new Bench(options, processes, out);
        BenchResult findings = ALL.get(options.experiment()).apply(bench);
        Path folder = options.results().resolve(name);
        Files.createDirectories(folder);
        if (bench.chart != null) bench.chart.accept(folder.resolve(PICTURE));
        findings.writeTo(folder);
        if (bench.kept() != null) Files.deleteIfExists(bench.kept()); // the result has them all
        findings.answers().forEach(out::println);
        out.printf("The full report is %s/report.md.%n", options.relative(folder));
        return folder;
    }

    /** Writes the report of a stored result again. */
    public static void reportAgain(Path folder) throws IOException {
        BenchResult.read(folder).writeTo(folder);
    }

    boolean onTomcat() {
        return options.server().equals("tomcat");
    }

    /** Every window is divided by this number. A speed above 1 only shows that the benchmark runs; its figures mean nothing. */
    int speed() {
        return options.speed();
    }

    /** The folder for files that stay on this machine. */
    Path work() {
        return options.work();
    }

    private static Path predictions(Options options, String name, String what) {
        return options.project().resolve("results").resolve(name).resolve(what + ".json");
    }

    /** Stores beside the published result of a benchmark what is expected. @param what the name of its file, in plural */
    void predict(String name, String what, List<?> expected) {
        try {
            BenchResult.write(predictions(options, name, what), expected);
        } catch (IOException e) {
            throw new LabException("The " + what + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** What is expected of a benchmark, which {@link #check} has found. */
    <T> List<T> predicted(String name, String what, Class<T[]> type) {
        Path file = predictions(options, name, what);
        try {
            return List.of(ResultJson.mapper().readValue(file.toFile(), type));
        } catch (IOException e) {
            throw new LabException("The " + what + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** A database, on the processors of the lab. @param connections how many there may be */
    PostgreSql startDatabase(int connections) {
        return PostgreSql.start(processes, work(), connections);
    }

    /** From now on the lab and what it starts run beside {@link #SERVERS_PROCESSOR}, unless they are given other processors. */
    void pin() {
        long lab = ProcessHandle.current().pid();
        List<String> taskset = List.of("taskset", "-a", "-c", "-p", OTHERS_PROCESSOR, Long.toString(lab));
        if (processes.run(work(), taskset, "").exit() != 0)
            throw new LabException("The lab cannot be pinned to processor " + OTHERS_PROCESSOR + ".");
    }

    /**
     * The file that keeps the measured cells of an interrupted benchmark. Only a run of the same code, server and speed continues
     * from this file. Null if {@link Environment#kept} has no file.
     */
    Path kept() {
        return Environment.kept(options, options.experiment() + "-cells.json");
    }

    int repeats(int usual) {
        return options.repeats() > 1 ? options.repeats() : usual;
    }

    /**
     * A server with 100 request threads, on the JDK of {@code -Djdk}, else on one of this version or later.
     *
     * @throws LabException if there is none, or if that of {@code -Djdk} is older
     */
    ServerSettings settings(String name, int minJdk, List<String> jvmFlags) {
        String java = Jdks.java(options.jdk(), minJdk);
        if (java == null)
            throw new LabException("The benchmark " + options.experiment() + " has no server, because "
                    + Jdks.whyNone(options.jdk(), minJdk) + ".");
        String later = Jdks.later(options.jdk(), minJdk);
        if (later != null) laterJdk = later;
        return ServerSettings.named(name).withJava(java).withJvmFlags(jvmFlags);
    }

    /** The same server on the JDK of {@code -Djdk}, else on that of the lab. */
    ServerSettings settings(String name, List<String> jvmFlags) {
        return settings(name, 17, jvmFlags);
    }

    /** Starts a server in a JVM of its own with both applications. */
    Server start(ServerSettings settings) {
        deployBare(settings);
        return startAlone(settings);
    }

    /** The same with only the WAR. */
    Server startAlone(ServerSettings settings) {
        return Server.start(options, processes, settings);
    }

    /** The same with both applications in another Jetty of {@code -Dexperiment=containers}, by its name there. */
    Server startOtherJetty(String container, ServerSettings settings) {
        deployBare(settings);
        return Server.startOtherJetty(options, processes, container, settings);
    }

    /** The minimal embedded Jetty, in a JVM of its own. */
    Server startFloor(List<String> jvmFlags) {
        return FrameworkServers.startFloor(options, processes, jvmFlags);
    }

    /** @param drawn writes the chart that the report shows to a file. Call it before {@link #result} */
    void draw(IOConsumer<Path> drawn) {
        chart = drawn;
    }

    boolean hasJdk(int feature) {
        return Jdks.java(options.jdk(), feature) != null;
    }

    /** A sentence for what was not measured, because {@link #hasJdk} says no. */
    String noJdk(String what, int feature) {
        return "Not measured: " + what + ", because " + Jdks.whyNone(options.jdk(), feature) + ".";
    }

    boolean hasContainer(String name) {
        return Server.hasContainer(options, name);
    }

    /** The bare application has no file of Jetty's, as the WAR has none, so that only the servlets differ. */
    private void deployBare(ServerSettings settings) {
        Path webInf = options.work().resolve(settings.name()).resolve("webapps/bare/WEB-INF");
        try {
            copy("/bare/web.xml", webInf.resolve("web.xml"));
            for (String bare : BARE) {
                String file = "/asynclab/bare/" + bare + ".class";
                copy(file, webInf.resolve("classes" + file));
            }
        } catch (IOException e) {
            throw new LabException("The application with the bare servlets cannot be written: " + e.getMessage(), e);
        }
    }

    private static void copy(String resource, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        try (InputStream in = Bench.class.getResourceAsStream(resource)) {
            Files.write(to, in.readAllBytes());
        }
    }

    /** Prints the next step and the remaining time. @param done fewer than before if other steps begin */
    void progress(int done, int of, String next) {
        out.printf("%s: %d of %d%s | %s%n", options.experiment(), done, of, left.words(done, of), next);
    }

    BenchResult result(String title, List<String> answers, List<ResultTable> tables, String jvmFlags) {
        environment.remove("seed"); // its hold times are fixed, or drawn by the server without a seed
        environment.remove("plan"); // and no JMeter
        environment.remove("jmeter");
        environment.put("serverJvmFlags", environment.get("serverJvmFlags") + " " + jvmFlags);
        if (laterJdk != null) environment.put("laterJdk", laterJdk);
        return new BenchResult(
                title,
                new ArrayList<>(answers),
                tables,
                options.command(options.experiment()),
                environment,
                chart == null ? null : PICTURE);
    }
}
