package asynclab.server;

import asynclab.options.Jdks;
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
 * @param jvmFlags flags after {@link Server#JVM_FLAGS}. {@code -Dlab.idleMillis} sets the idle timeout of connections. {@code
 *     -Dlab.sendBytes} sets the send buffer of each socket. {@code -Dlab.qosRequests} puts Jetty's QoSHandler before the application,
 *     which lets so many requests in and lets {@code -Dlab.qosSuspended} wait. {@code -Dlab.acceptCount} and {@code
 *     -Dlab.maxConnections} are Tomcat's. Others set Tomcat's buffers, which have 8,192 bytes by default
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

    public ServerSettings withJvmFlags(List<String> flags) {
        return new ServerSettings(name, host, port, requestThreads, reservedThreads, java, flags, http2);
    }

    /** The value of the system property that a flag sets; null if none does. */
    String flag(String property) {
        String prefix = "-D" + property + "=";
        return jvmFlags.stream()
                .filter(flag -> flag.startsWith(prefix))
                .map(flag -> flag.substring(prefix.length()))
                .findFirst()
                .orElse(null);
    }

    public ServerSettings withHttp2() {
        return new ServerSettings(name, host, port, requestThreads, reservedThreads, java, jvmFlags, true);
    }
}
