package asynclab.server;

import asynclab.client.RawConnection;
import asynclab.options.Jdks;
import asynclab.options.LabException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * A container in a JVM of its own that has the WAR as its root application. It is asked as any client would, over HTTP: what it
 * says over JMX differs from maker to maker, but for the JVM's own threads.
 */
public final class RunningContainer implements AutoCloseable {

    private static final long START_SECONDS = 120;
    private static final long SETTLE_SECONDS = 60;

    private final Processes processes;
    private final Process process;
    private final Path log;
    private final Path deployed;
    private final int port;
    private double startSeconds;

    private RunningContainer(Processes processes, Process process, Path log, Path deployed, int port) {
        this.processes = processes;
        this.process = process;
        this.log = log;
        this.deployed = deployed;
        this.port = port;
    }

    /**
     * Starts it and returns when the application answers.
     *
     * @param work for its folder and its log
     * @throws LabException with the reason if it does not start; its process has ended then
     */
    public static RunningContainer start(
            Processes processes, Container container, Path home, Path war, Path jettyXml, Path work, String name)
            throws IOException {
        Path base = work.resolve(name);
        deleteAll(base); // what is left of an earlier start is no part of this one
        Files.createDirectories(base);
        int port = freePort();
        Container.Command command = container.lay(new Container.Site(home, base, war, jettyXml, port));
        Path log = work.resolve(name + ".log");
        long began = System.nanoTime();
        var running = new RunningContainer(
                processes,
                processes.java(Jdks.own(), base, log, command.arguments(), command.environment()),
                log,
                command.deployed(),
                port);
        boolean serves = running.await(START_SECONDS, () -> !running.process.isAlive() || running.serves());
        if (!serves || !running.process.isAlive()) {
            running.close();
            throw new LabException("did not start: " + running.lastComplaint());
        }
        running.startSeconds = (System.nanoTime() - began) / 1e9;
        return running;
    }

    public static int freePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    public static void deleteAll(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    public int port() {
        return port;
    }

    public double startSeconds() {
        return startSeconds;
    }

    Path log() {
        return log;
    }

    /** Whether the application answers as it should. */
    public boolean serves() {
        try {
            return get("/stats").status() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** @throws IOException also if the connection is closed instead */
    public RawConnection.Response get(String path) throws IOException {
        try (var connection = connect()) {
            var response = connection
                    .ask("GET " + path + " HTTP/1.1", "Connection: close")
                    .read("GET");
            if (response == null) throw new IOException("no answer to " + path);
            return response;
        }
    }

    public RawConnection connect() throws IOException {
        return RawConnection.to(port);
    }

    /** The application's ledger: started, each ending, inFlight, maxInFlight. */
    public Map<String, Long> ledger() throws IOException {
        JsonNode stats = new ObjectMapper().readTree(get("/stats").text());
        var ledger = new LinkedHashMap<String, Long>();
        stats.get("ledger")
                .fields()
                .forEachRemaining(f -> ledger.put(f.getKey(), f.getValue().asLong()));
        return ledger;
    }

    /** Waits until so many requests are in flight. @return whether they were, within a minute */
    public boolean awaitInFlight(long requests) {
        return await(SETTLE_SECONDS, () -> {
            try {
                return ledger().get("inFlight") == requests;
            } catch (IOException e) {
                return false;
            }
        });
    }

    public boolean await(long seconds, BooleanSupplier condition) {
        long giveUp = System.nanoTime() + seconds * 1_000_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > giveUp) return false;
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new LabException("Interrupted while a container ran.");
            }
        }
        return true;
    }

    /** Names of the threads in its JVM. */
    public List<String> threadNames() throws IOException {
        try {
            VirtualMachine vm = VirtualMachine.attach(Long.toString(process.pid()));
            try (var jmx = JMXConnectorFactory.connect(new JMXServiceURL(vm.startLocalManagementAgent()))) {
                var threads = ManagementFactory.newPlatformMXBeanProxy(
                        jmx.getMBeanServerConnection(), ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
                return Stream.of(threads.getThreadInfo(threads.getAllThreadIds()))
                        .filter(thread -> thread != null)
                        .map(thread -> thread.getThreadName())
                        .filter(name -> !name.matches("(RMI|JMX|Attach).*"))
                        .toList();
            } finally {
                vm.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException(e);
        }
    }

    /** Whether it takes an application away while it runs if its file is removed. */
    public boolean undeploys() {
        return deployed != null;
    }

    public void undeploy() throws IOException {
        Files.delete(deployed);
    }

    /** Asks it to end, as an administrator would. @return whether it did within twenty seconds; else it is ended by force */
    public boolean stop() {
        return !process.isAlive() || processes.stop(process);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        stop();
    }

    /** The last line of its log that sounds like a reason, without folders of this machine. */
    private String lastComplaint() {
        try {
            List<String> lines =
                    List.of(Files.readString(log, StandardCharsets.ISO_8859_1).split("\n"));
            String line = lines.stream()
                    .filter(l -> l.matches(".*(ERROR|SEVERE|Exception|Error|FATAL).*"))
                    .reduce((first, last) -> last)
                    .orElse(lines.get(lines.size() - 1))
                    .replaceAll("(/[^/\\s:]+){2,}/", "…/")
                    .strip();
            return line.length() > 200 ? line.substring(0, 200) + "…" : line;
        } catch (IOException e) {
            return "it left no log";
        }
    }
}
