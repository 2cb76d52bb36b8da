package asynclab.fault;

import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.List;
import javax.servlet.ServletRequest;
import javax.servlet.ServletRequestWrapper;

/**
 * The TCP connection a request came by. The Servlet API has no way to it, for good reasons; a stub that is to break connections
 * needs one. So this goes by the names of what Jetty 12 and Tomcat 9 have inside, and says so where there is no such way: on
 * other containers, and on connections that are encrypted. To be used while the exchange is open, when the connection is still
 * its own. Thread-safe.
 */
final class Connection {

    private static final List<List<String>> WAYS = List.of(
            List.of("getHttpChannel", "getEndPoint", "getChannel"), // Jetty 12
            List.of(
                    "request",
                    "getCoyoteRequest",
                    "hook",
                    "getSocketWrapper",
                    "getSocket",
                    "getIOChannel")); // Tomcat 9

    private final SocketChannel channel;

    private Connection(SocketChannel channel) {
        this.channel = channel;
    }

    /** @return null if there is no way to it */
    static Connection of(ServletRequest request) {
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper) inner = wrapper.getRequest();
        for (List<String> way : WAYS) {
            try {
                Object at = inner;
                for (String name : way) at = member(at, name);
                if (at instanceof SocketChannel channel) return new Connection(channel);
            } catch (ReflectiveOperationException | RuntimeException notThisWay) {
                // perhaps the next
            }
        }
        return null;
    }

    /** What a method without parameters returns or, if there is no such method, a field holds; public or not, inherited or not. */
    private static Object member(Object of, String name) throws ReflectiveOperationException {
        for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods())
                if (method.getName().equals(name) && method.getParameterCount() == 0)
                    return opened(method).invoke(of);
            for (Field field : type.getDeclaredFields())
                if (field.getName().equals(name)) return opened(field).get(of);
        }
        throw new NoSuchFieldException(name);
    }

    private static <M extends AccessibleObject> M opened(M member) {
        member.setAccessible(true);
        return member;
    }

    /** Ends it as one who has said everything. */
    void close() throws IOException {
        channel.close();
    }

    /** Ends it as a process that is killed does: the other side gets a reset. */
    void reset() throws IOException {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        channel.close();
    }
}
