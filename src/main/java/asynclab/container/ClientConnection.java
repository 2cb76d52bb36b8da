package asynclab.container;

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
 * The TCP connection of a request. The Servlet API gives no access to it, but a stub that breaks connections needs it. This
 * class uses reflection on the internals of Jetty 12 and Tomcat 9. Other containers and encrypted connections give no access.
 * Use it while the exchange is open, because the connection serves other requests afterwards. Thread-safe.
 */
public final class ClientConnection {

    private static final List<List<String>> ACCESS_PATHS = List.of(
            List.of("getHttpChannel", "getEndPoint", "getChannel"), // Jetty 12
            List.of(
                    "request",
                    "getCoyoteRequest",
                    "hook",
                    "getSocketWrapper",
                    "getSocket",
                    "getIOChannel")); // Tomcat 9

    private final SocketChannel channel;

    private ClientConnection(SocketChannel channel) {
        this.channel = channel;
    }

    /** The connection of a request, or null if this container or connection does not give access to it. */
    public static ClientConnection of(ServletRequest request) {
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper) inner = wrapper.getRequest();
        for (List<String> path : ACCESS_PATHS) {
            try {
                Object object = inner;
                for (String name : path) object = member(object, name);
                if (object instanceof SocketChannel channel) return new ClientConnection(channel);
            } catch (ReflectiveOperationException | RuntimeException notThisContainer) {
                // try the next path
            }
        }
        return null;
    }

    /** The result of a method without parameters or, without such a method, the value of a field. Any visibility, also inherited. */
    private static Object member(Object of, String name) throws ReflectiveOperationException {
        for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods())
                if (method.getName().equals(name) && method.getParameterCount() == 0)
                    return accessible(method).invoke(of);
            for (Field field : type.getDeclaredFields())
                if (field.getName().equals(name)) return accessible(field).get(of);
        }
        throw new NoSuchFieldException(name);
    }

    private static <M extends AccessibleObject> M accessible(M member) {
        member.setAccessible(true);
        return member;
    }

    /** Closes the connection in order (FIN). */
    public void close() throws IOException {
        channel.close();
    }

    /** Resets the connection (RST), as the death of a process does. */
    public void reset() throws IOException {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        channel.close();
    }
}
