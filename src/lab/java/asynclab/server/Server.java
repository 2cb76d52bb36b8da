package asynclab.server;

import asynclab.options.LabException;
import asynclab.options.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A container in a JVM of its own, with the WAR as its root application. This class starts the container, watches it over JMX and
 * stops it. Thread-safe once it has started.
 */
public final class Server implements AutoCloseable {

    /** The fixed heap of every server. So two arms differ only in their servlets. */
    public static final List<String> JVM_FLAGS = List.of("-Xms1g", "-Xmx1g");

    /** With this flag a JVM starts its own JMX agent before the first line of the application. */
    public static final String AGENT = "-Dcom.sun.management.jmxremote";

    private static final String PORT_IN_USE = "Address already in use";
    private static final int MOST_PORTS = 5; // that are tried
    private static final long START_SECONDS = 120;

    private final Processes processes;
    private final Container container;
    private final Site site;
    private final Path deployed;
    private final ServerLog log;
    private final Process process;
    private final long startedNanos = System.nanoTime();
    private double startSeconds;
    private int startLogLength;
    private JmxConnection connection; // guarded by this
    private ServerProbe probe; // guarded by this

    private Server(Processes processes, Container container, Site site) throws IOException {
        this.processes = processes;
        this.container = container;
        this.site = site;
        log = new ServerLog(site.log());
        Container.Launch launch = container.layout().lay(site);
        deployed = launch.deployed();
        var arguments = new ArrayList<>(JVM_FLAGS);
        arguments.addAll(site.settings().jvmFlags());
        arguments.add("-Djava.io.tmpdir=" + site.base());
        arguments.addAll(launch.arguments());
        process = processes.java(site.settings().command(), site.work(), site.log(), arguments, launch.environment());
    }

    /** Starts the server that the options name, and returns when it is ready. */
    public static Server start(Options options, Processes processes, ServerSettings settings) {
        boolean tomcat = options.server().equals("tomcat");
        Path home = tomcat ? options.tomcatHome() : options.jettyHome();
        return start(processes, tomcat ? Containers.TOMCAT : Containers.JETTY, site(options, home, settings));
    }

    /** Starts a Jetty of the portability table for a benchmark. */
    public static Server startOtherJetty(
            Options options, Processes processes, String container, ServerSettings settings) {
        Container jetty = Containers.named(container);
        return start(processes, JettyLayouts.benchmarked(jetty), site(options, homeOf(jetty, options), settings));
    }

    /** Whether a container of the portability table has been unpacked. */
    public static boolean hasContainer(Options options, String name) {
        return homeOf(Containers.named(name), options) != null;
    }

    private static Path homeOf(Container container, Options options) {
        try {
            return container.find(options.jettyHome().getParent());
        } catch (IOException e) {
            throw new LabException("The folder of the containers cannot be read: " + e.getMessage(), e);
        }
    }

    private static Site site(Options options, Path home, ServerSettings settings) {
        return new Site(home, options.work(), options.war(), options.project().resolve("jetty.xml"), settings);
    }

    /** Another process has taken the port. */
    private static final class PortInUse extends LabException {
        private static final long serialVersionUID = 1;

        PortInUse(int port) {
            super("The port " + port + " is in use. Leave out -Dport to use a free port.");
        }
    }

    /** Starts a container of the portability table with an empty base folder, on a free port; on another if that is taken meanwhile. */
    public static Server startClean(Processes processes, Container container, Site site) throws IOException {
        for (int more = MOST_PORTS; ; more--) {
            site.clear();
            try {
                return start(processes, container, site.onFreePort());
            } catch (PortInUse e) {
                if (more <= 1) throw e;
            }
        }
    }

    /**
     * Starts a container, and returns when it is ready.
     *
     * @throws LabException with the reason if it does not start; its process has ended then
     */
    public static Server start(Processes processes, Container container, Site site) {
        Server server;
        try {
            Files.createDirectories(site.base());
            server = new Server(processes, container, site);
        } catch (IOException e) {
            throw new LabException(container.title() + " cannot be set up: " + e.getMessage(), e);
        }
        try {
            server.awaitStart();
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void awaitStart() {
        long giveUp = startedNanos + START_SECONDS * 1_000_000_000L;
        while (!isReady()) {
            boolean alive = process.isAlive(); // before its last words are read
            if (log.text().contains(PORT_IN_USE))
                throw new PortInUse(site.settings().port());
            if (!alive || System.nanoTime() > giveUp)
                throw new LabException(
                        "The server did not start: " + log.lastError() + " (log: " + log.shortPath() + ")");
            ApplicationClient.pause(50);
        }
        startSeconds = (System.nanoTime() - startedNanos) / 1e9;
        if (container.probe() == null) startLogLength = log.length();
    }

    /**
     * A container of the portability table is ready when the application answers. An earlier JMX connection would load classes of
     * management and logging before WildFly has installed its own.
     *
     * <p>No JVM is asked over JMX before its server has written a line. A JVM accepts JMX before its modules and class loaders exist
     * (JDK 17, {@code Threads::create_vm}). It would load the agent's classes without them.
     */
    private boolean isReady() {
        if (container.probe() == null) return process.isAlive() && application().isServed(container.served());
        if (log.length() == 0) return false;
        ServerProbe connected = connect();
        return connected != null && connected.port() > 0;
    }

    /** Connects over JMX if that has not happened yet. @return null if the JVM is not ready for it */
    private synchronized ServerProbe connect() {
        try {
            if (probe == null) {
                connection = new JmxConnection(
                        process.pid(), site.settings().jvmFlags().contains(AGENT));
                probe = container.probe() == null
                        ? new ContainerProbes.Other(connection.beans(), this)
                        : container.probe().apply(connection.beans());
            }
            return probe;
        } catch (IOException notYet) {
            return null;
        }
    }

    /** Reads the server over JMX. */
    public ServerProbe probe() {
        ServerProbe connected = connect();
        if (connected == null)
            throw new LabException("The server " + site.settings().name() + " has no JMX.");
        return connected;
    }

    /** Asks the application over HTTP. */
    public ApplicationClient application() {
        return new ApplicationClient(port());
    }

    public int port() {
        return container.probe() == null ? site.settings().port() : probe().port();
    }

    Container container() {
        return container;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Seconds from the start of the process until the server was ready. */
    public double startSeconds() {
        return startSeconds;
    }

    /** Whether the container undeploys the application when its file is removed. */
    public boolean undeploys() {
        return deployed != null;
    }

    /** Removes the file of the application. */
    public void undeploy() throws IOException {
        Files.delete(deployed);
    }

    /** Deploys the stopped application again. Returns when the application serves. */
    public void redeploy() {
        probe().redeploy(deployed);
    }

    /** The file with the output of the server. */
    public Path log() {
        return site.log();
    }

    /** The log, without the start of a portability container: WildFly, TomEE and Payara log many warnings of their own there. */
    public String said() {
        return log.textFrom(startLogLength);
    }

    /**
     * Closes the JMX connection. If the process does not end by {@link #close}, call this before the process ends. Otherwise JMX
     * logs an error.
     */
    public synchronized void closeJmx() {
        if (connection != null) connection.close();
    }

    /** Asks the server to end. @return whether it did so within twenty seconds; if not, it is killed */
    public boolean stop() {
        closeJmx();
        return processes.stop(process);
    }

    @Override
    public void close() {
        stop();
    }
}
