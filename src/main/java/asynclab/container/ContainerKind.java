package asynclab.container;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.servlet.ServletContext;

/** The containers that need different code, recognised by their server info. */
public enum ContainerKind {
    JETTY,
    TOMCAT,
    /** Open Liberty, Undertow and WildFly: a {@code WriteListener} does not work as it should ({@link Delivery#BY_WRITERS}). */
    WITHOUT_LISTENERS,
    OTHER;

    /** The names of the servlets for files and JSP on Jetty and on Tomcat. */
    public static final Set<String> OWN_SERVLETS = Set.of("default", "jsp");

    private static final List<String> LISTENERS_FAIL = List.of("websphere", "liberty", "undertow", "wildfly");

    /** The container that runs an application. */
    public static ContainerKind of(ServletContext context) {
        String name = context.getServerInfo().toLowerCase(Locale.ROOT);
        if (name.startsWith("jetty")) return JETTY;
        if (LISTENERS_FAIL.stream().anyMatch(name::contains)) return WITHOUT_LISTENERS;
        return name.startsWith("apache tomcat") ? TOMCAT : OTHER;
    }
}
