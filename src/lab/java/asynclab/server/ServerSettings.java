package asynclab.server;

import asynclab.options.Jdks;
import asynclab.options.LabException;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of one server.
 *
 * @param name the name of its folder and its log below the work folder
 * @param host the address it listens on
 * @param port 0 for a free port
 * @param requestThreads the size of its thread pool
 * @param reservedThreads the most idle threads that Jetty reserves for new requests; -1 for Jetty's own choice
 * @param java the java command of its JDK
 * @param jvmFlags flags after {@link Server#JVM_FLAGS}. {@code -Dlab.idleMillis} sets the idle timeout of connections.
 *     {@code -Dlab.sendBytes} sets the send buffer of each socket. {@code -Dlab.qosRequests} puts Jetty's QoSHandler before the
 *     application, which admits this number of requests and lets {@code -Dlab.qosSuspended} requests wait.
 *     {@code -Dlab.accessLog} names the file of Jetty's access log, and {@code -Dlab.accessLogFormat} sets its format.
 *     {@code -Dlab.acceptCount} and {@code -Dlab.maxConnections} set Tomcat's limits of the same names.
 *     {@link #withVirtualThreads} sets {@code -Dlab.virtual}, and {@link #withProcessors} sets {@code -Dlab.processors}. Further
 *     flags set the sizes of Tomcat's buffers (8,192 bytes by default)
 * @param http2 whether the same port also accepts HTTP/2 without TLS
 */
public record ServerSettings(
        String name,
        String host,
        int port,
        int requestThreads,
        int reservedThreads,
        String java,
        List<String> jvmFlags,
        boolean http2) {

    /** On two processors one of Jetty's threads accepts connections and one selects; see jetty.xml. */
    public static final int JETTYS_OWN_THREADS = 2;

    private static final String VIRTUAL = "lab.virtual"; // the limit of JettyLayouts.virtual
    private static final String PROCESSORS = "lab.processors";

    /** The defaults: a free port of this machine, 100 request threads, the lab's own JDK. */
    public static ServerSettings named(String name) {
        return new ServerSettings(name, "127.0.0.1", 0, 100, 0, Jdks.own(), List.of(), false);
    }

    public ServerSettings withPort(int number) {
        return new ServerSettings(name, host, number, requestThreads, reservedThreads, java, jvmFlags, http2);
    }

    public ServerSettings withRequestThreads(int threads) {
        return new ServerSettings(name, host, port, threads, reservedThreads, java, jvmFlags, http2);
    }

    /** @param command the java command of another JDK */
    public ServerSettings withJava(String command) {
        return new ServerSettings(name, host, port, requestThreads, reservedThreads, command, jvmFlags, http2);
    }

    public ServerSettings withJvmFlags(List<String> flags) {
        return new ServerSettings(name, host, port, requestThreads, reservedThreads, java, flags, http2);
    }

    /**
     * The same server with every request on a virtual thread: Jetty or Tomcat on JDK 21 or later.
     *
     * @param limit the most requests that run at a time; the others wait in order of arrival; 0 for no limit. Tomcat has no limit
     */
    public ServerSettings withVirtualThreads(int limit) {
        return withFlags("-D" + VIRTUAL + "=" + limit);
    }

    /**
     * The same server with lookups in a database.
     *
     * @param sql a statement with one parameter, its milliseconds, such as {@link PostgreSql#SLEEP}
     * @param connections the size of its connection pool. Any number of lookups may wait.
     */
    public ServerSettings withDatabase(PostgreSql database, String sql, int connections) {
        return withFlags(
                        "-Dasynclab.jdbc-url=" + database.url(),
                        "-Dasynclab.jdbc-user=" + PostgreSql.USER,
                        "-Dasynclab.lookup-sql=" + sql)
                .withConnections(connections);
    }

    /** The same server with a connection pool of this size. Any number of lookups may wait. */
    public ServerSettings withConnections(int connections) {
        return withFlags("-Dasynclab.jdbc-connections=" + connections, "-Dasynclab.lookup-queue=100000");
    }

    /** The same server with this longest wait for a connection. The default is 30 s. */
    public ServerSettings withConnectionTimeout(long millis) {
        return withFlags("-Dasynclab.jdbc-connection-timeout-millis=" + millis);
    }

    /** The same server on these processors only, such as {@code 0} or {@code 0,1}. It needs {@code taskset}, and so Linux. */
    public ServerSettings withProcessors(String processors) {
        return withFlags("-D" + PROCESSORS + "=" + processors);
    }

    private ServerSettings withFlags(String... more) {
        var flags = new ArrayList<>(jvmFlags);
        flags.addAll(List.of(more));
        return withJvmFlags(flags);
    }

    boolean isVirtual() {
        return flag(VIRTUAL) != null;
    }

    /** The limit of virtual threads; 0 for no limit. */
    int virtualLimit() {
        return Integer.parseInt(flag(VIRTUAL));
    }

    /**
     * The command that starts Java.
     *
     * @throws LabException if this machine lacks a program or a JDK that the settings need
     */
    List<String> command() {
        if (isVirtual() && Jdks.featureOf(java) < Jdks.VIRTUAL_THREADS)
            throw new LabException("Virtual threads need a server on JDK " + Jdks.VIRTUAL_THREADS + " or later, but "
                    + java + " is Java " + Jdks.featureOf(java) + ".");
        String processors = flag(PROCESSORS);
        if (processors == null) return List.of(java);
        if (!processors.matches("\\d+([,-]\\d+)*"))
            throw new LabException("Processors must be numbers such as 0 or 0,1, but were \"" + processors + "\".");
        if (!Processes.isInstalled("taskset"))
            throw new LabException("The server cannot be pinned to processors, because there is no taskset in PATH.");
        return List.of("taskset", "-c", processors, java);
    }

    /** The value of the system property that a flag sets; null if none does. */
    String flag(String property) {
        String prefix = "-D" + property + "=";
        return jvmFlags.stream()
                .filter(flag -> flag.startsWith(prefix))
                .map(flag -> flag.substring(prefix.length()))
                .reduce((first, last) -> last) // as the JVM does
                .orElse(null);
    }

    public ServerSettings withHttp2() {
        return new ServerSettings(name, host, port, requestThreads, reservedThreads, java, jvmFlags, true);
    }
}
