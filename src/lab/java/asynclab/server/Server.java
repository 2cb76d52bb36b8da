package asynclab.server;

import asynclab.options.Jdks;
import asynclab.options.LabException;
import asynclab.options.Options;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * The server under measurement: a real container in a JVM of its own, listening on a free port of this machine, with the WAR as
 * its root application and 100 request threads. JMX goes through the attach mechanism, which needs no port and no flag.
 */
public abstract class Server implements AutoCloseable {

    /** The heap is fixed, so that two arms differ by their servlets alone. */
    public static final List<String> JVM_FLAGS = List.of("-Xms1g", "-Xmx1g");

    /**
     * How a server is started.
     *
     * @param name of its folder and log below the work folder
     * @param host the address it listens on
     * @param port 0 for a free one
     * @param requestThreads the size of its pool
     * @param reservedThreads how many of them Jetty keeps for newcomers, -1 for as many as it likes
     * @param java the command of the JDK it runs on
     * @param jvmFlags beyond the usual; {@code -Dlab.idleMillis} among them is another idle timeout of connections, {@code
     *     -Dlab.sendBytes} a send buffer of each socket, and there are some for the buffers of Tomcat, 8,192 bytes as shipped
     * @param http2 whether it speaks HTTP/2 without TLS on the same port, too
     */
    public record Settings(
            String name,
            String host,
            int port,
            int requestThreads,
            int reservedThreads,
            String java,
            List<String> jvmFlags,
            boolean http2) {
        public static Settings named(String name) {
            return new Settings(name, "127.0.0.1", 0, 100, 0, Jdks.own(), List.of(), false);
        }

        public Settings withRequestThreads(int threads) {
            return new Settings(name, host, port, threads, reservedThreads, java, jvmFlags, http2);
        }

        public Settings withJvmFlags(List<String> flags) {
            return new Settings(name, host, port, requestThreads, reservedThreads, java, flags, http2);
        }

        public Settings withHttp2() {
            return new Settings(name, host, port, requestThreads, reservedThreads, java, jvmFlags, true);
        }
    }

    /** The flag of a JVM that starts its agent of JMX by itself, before the application's first line. */
    public static final String AGENT = "-Dcom.sun.management.jmxremote";

    private static final String AGENT_ADDRESS = "com.sun.management.jmxremote.localConnectorAddress";

    private static final long START_SECONDS = 60;

    private final Processes processes;
    private final Path log;
    private Process process;
    private JMXConnector connector;
    private ServerProbe probe;
    private boolean startsAgent;

    public Server(Processes processes, Path log) {
        this.processes = processes;
        this.log = log;
    }

    /** Starts the server the options name, and returns when it answers. */
    public static Server start(Options options, Processes processes, Settings settings) {
        return options.server().equals("tomcat")
                ? startTomcat(processes, options.tomcatHome(), options.war(), options.work(), settings)
                : startJetty(
                        processes, options.jettyHome(), options.jettyXml(), options.war(), options.work(), settings);
    }

    public static Server startJetty(
            Processes processes, Path jettyHome, Path jettyXml, Path war, Path work, Settings settings) {
        var server = new JettyServer(processes, work.resolve(settings.name + ".log"));
        server.launch(
                work, server.arguments(jettyHome, jettyXml, war, work.resolve(settings.name), settings), settings);
        return server;
    }

    /** Whether a container that the WAR is tried on ({@code -Dexperiment=containers}) has been laid out. */
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

    /** Another Jetty that the WAR is tried on, set up as there, and without a header cache, as jetty.xml has none. */
    public static Server startOtherJetty(Options options, Processes processes, String container, Settings settings) {
        var server = new JettyServer(processes, options.work().resolve(settings.name + ".log"));
        Path base = options.work().resolve(settings.name);
        Container other = Containers.named(container);
        var site = new Container.Site(homeOf(other, options), base, options.war(), options.jettyXml(), settings.port);
        try {
            var arguments = new ArrayList<>(other.lay(site).arguments());
            arguments.addAll(JVM_FLAGS.size(), settings.jvmFlags); // the last one counts
            arguments.addAll(List.of("--module=jmx", "jetty.httpConfig.headerCacheSize=0"));
            server.launch(options.work(), arguments, settings);
        } catch (IOException e) {
            throw new LabException(other.title() + " cannot be set up: " + e.getMessage(), e);
        }
        return server;
    }

    public static Server startTomcat(Processes processes, Path tomcatHome, Path war, Path work, Settings settings) {
        var server = new TomcatServer(processes, work.resolve(settings.name + ".log"));
        server.launch(work, server.arguments(tomcatHome, war, work.resolve(settings.name), settings), settings);
        return server;
    }

    private static List<String> jvmFlags(Settings settings, Path base) {
        var flags = new ArrayList<>(JVM_FLAGS);
        flags.addAll(settings.jvmFlags);
        flags.add("-Djava.io.tmpdir=" + base);
        return flags;
    }

    /** The probe that reads this container's figures. */
    public abstract ServerProbe probe(MBeanServerConnection jmx);

    public final void launch(Path work, List<String> arguments, Settings settings) {
        launch(work, arguments, Map.of(), settings);
    }

    public final void launch(Path work, List<String> arguments, Map<String, String> environment, Settings settings) {
        try {
            Files.createDirectories(work);
        } catch (IOException e) {
            throw new LabException("The folder " + work + " cannot be created: " + e.getMessage(), e);
        }
        process = processes.java(settings.java, work, log, arguments, environment);
        startsAgent = settings.jvmFlags.contains(AGENT);
        int port = settings.port;
        long giveUp = System.nanoTime() + START_SECONDS * 1_000_000_000L;
        while (probe == null || probe.port() <= 0) {
            if (!process.isAlive() || logSays("Address already in use")) fail(port);
            if (System.nanoTime() > giveUp) fail(port);
            try {
                if (probe == null && mayConnect()) probe = connect();
                else Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                close();
                throw new LabException("Interrupted while the server started.");
            }
        }
    }

    /** Whether its JVM may be looked into yet, which loads classes of management and logging there. */
    public boolean mayConnect() {
        return true;
    }

    /**
     * A JVM with {@link #AGENT} starts its JMX agent itself, so this waits for that agent. An agent started from here, if it came
     * first, would have threads without a class loader. Jetty 12.0.31 cannot start an application on such a thread.
     */
    private ServerProbe connect() throws InterruptedException {
        try {
            VirtualMachine vm = VirtualMachine.attach(Long.toString(process.pid()));
            String address =
                    startsAgent ? vm.getAgentProperties().getProperty(AGENT_ADDRESS) : vm.startLocalManagementAgent();
            vm.detach();
            if (address == null) throw new IOException("the agent has not started yet");
            connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
            return probe(connector.getMBeanServerConnection());
        } catch (AttachNotSupportedException | IOException notYet) {
            Thread.sleep(100);
            return null;
        }
    }

    private void fail(int port) {
        boolean taken = logSays("Address already in use");
        close();
        throw new LabException(
                taken
                        ? "The port " + port + " is in use. Leave out -Dport to use a free port."
                        : "The server did not start. Last line of " + log + ": " + lastLine());
    }

    private boolean logSays(String text) {
        try {
            return Files.readString(log).contains(text);
        } catch (IOException e) {
            return false;
        }
    }

    private String lastLine() {
        try {
            List<String> lines = Files.readAllLines(log);
            return lines.isEmpty() ? "none" : lines.get(lines.size() - 1);
        } catch (IOException e) {
            return "none";
        }
    }

    public int port() {
        return probe.port();
    }

    public long pid() {
        return process.pid();
    }

    public ServerProbe probe() {
        return probe;
    }

    /** What the server has printed. */
    public Path log() {
        return log;
    }

    /** What of that is about the application. */
    public String said() throws IOException {
        return Files.readString(log);
    }

    /** Looks at it no more. Whoever ends the process otherwise than by {@link #close} says so first, or JMX would miss it aloud. */
    public void lookAway() {
        try {
            if (connector != null) connector.close();
        } catch (IOException e) {
            // it is going anyway
        }
    }

    /** Stops the server as an administrator would, gracefully; by force only after twenty seconds. */
    @Override
    public void close() {
        lookAway();
        if (process != null) processes.stop(process);
    }

    private static final class JettyServer extends Server {

        /** Jetty's own file of it, which finds the connector by its id and so must come after jetty.xml. */
        private static final List<String> HTTP_2 = List.of(
                "--libs=${jetty.home}/lib/http2/*.jar",
                "etc/jetty-http2c.xml",
                "jetty.http2c.maxConcurrentStreams=1024");

        JettyServer(Processes processes, Path log) {
            super(processes, log);
        }

        /** jetty-home as shipped, with the project's jetty.xml on its command line. */
        List<String> arguments(Path home, Path jettyXml, Path war, Path base, Settings settings) {
            deploy(war, base);
            List<String> arguments = jvmFlags(settings, base);
            arguments.addAll(List.of(
                    "-jar",
                    home.resolve("start.jar").toString(),
                    "jetty.home=" + home,
                    "jetty.base=" + base,
                    "--module=server,ee8-deploy,jmx",
                    "jetty.http.host=" + settings.host,
                    "jetty.http.port=" + settings.port,
                    "lab.threads=" + settings.requestThreads,
                    "lab.reservedThreads=" + settings.reservedThreads,
                    jettyXml.toAbsolutePath().toString()));
            if (settings.http2) arguments.addAll(HTTP_2);
            return arguments;
        }

        @Override
        public ServerProbe probe(MBeanServerConnection jmx) {
            return new ServerProbe.Jetty(jmx);
        }
    }

    private static final class TomcatServer extends Server {

        private static final String HTTP_2 =
                "<UpgradeProtocol className='org.apache.coyote.http2.Http2Protocol' maxConcurrentStreams='1024'/>";

        TomcatServer(Processes processes, Path log) {
            super(processes, log);
        }

        /** A stock Tomcat with a server.xml that says what jetty.xml says: 100 threads, the backlog, the idle timeout. */
        List<String> arguments(Path home, Path war, Path base, Settings settings) {
            deploy(war, base);
            write(
                    base.resolve("conf/server.xml"),
                    """
                    <Server port="-1">
                      <Listener className="org.apache.catalina.core.JreMemoryLeakPreventionListener"/>
                      <Listener className="org.apache.catalina.core.ThreadLocalLeakPreventionListener"/>
                      <Service name="Catalina">
                        <Executor name="requests" namePrefix="request-" maxThreads="%1$d" minSpareThreads="%1$d"/>
                        <Connector executor="requests" address="%3$s" port="%2$d" acceptCount="4096" maxConnections="20000"
                                   maxKeepAliveRequests="-1" connectionTimeout="${lab.idleMillis:-60000}"
                                   keepAliveTimeout="${lab.idleMillis:-180000}"
                                   maxHttpRequestHeaderSize="${lab.requestHeaderBytes:-8192}"
                                   maxHttpResponseHeaderSize="${lab.responseHeaderBytes:-8192}"
                                   maxTrailerSize="${lab.trailerBytes:-8192}"
                                   socket.appReadBufSize="${lab.readBytes:-8192}"
                                   socket.appWriteBufSize="${lab.writeBytes:-8192}"%5$s>%4$s</Connector>
                        <Engine name="Catalina" defaultHost="localhost">
                          <Host name="localhost" appBase="webapps" autoDeploy="false">
                            <Valve className="org.apache.catalina.valves.ErrorReportValve" showReport="false" showServerInfo="false"/>
                          </Host>
                        </Engine>
                      </Service>
                    </Server>
                    """
                            .formatted(
                                    settings.requestThreads,
                                    settings.port,
                                    settings.host,
                                    settings.http2 ? HTTP_2 : "",
                                    sendBuffer(settings)));
            copy(home.resolve("conf/web.xml"), base.resolve("conf/web.xml"));
            List<String> arguments = jvmFlags(settings, base);
            arguments.addAll(List.of(
                    "-Dcatalina.home=" + home,
                    "-Dcatalina.base=" + base,
                    "-classpath",
                    home.resolve("bin/bootstrap.jar") + File.pathSeparator + home.resolve("bin/tomcat-juli.jar"),
                    "org.apache.catalina.startup.Bootstrap",
                    "start"));
            return arguments;
        }

        /** An attribute that has no value for "as the system likes". */
        private static String sendBuffer(Settings settings) {
            return settings.jvmFlags.stream().anyMatch(flag -> flag.startsWith("-Dlab.sendBytes="))
                    ? " socket.txBufSize='${lab.sendBytes}'"
                    : "";
        }

        @Override
        public ServerProbe probe(MBeanServerConnection jmx) {
            return new ServerProbe.Tomcat(jmx);
        }
    }

    private static void deploy(Path war, Path base) {
        copy(war, base.resolve("webapps/ROOT.war"));
    }

    private static void copy(Path from, Path to) {
        try {
            Files.createDirectories(to.getParent());
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new LabException("Cannot copy " + from + ": " + e.getMessage(), e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new LabException("Cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
