package asynclab.original;

import java.util.Map;
import org.springframework.boot.SpringApplication;

/** The settings of Spring MVC that the comparison needs. Boot's own: 8,192 connections on Tomcat, 100 requests a connection, 30 s. */
final class SpringSettings {

    private SpringSettings() {}

    static void start(Class<?> application, String... arguments) {
        var spring = new SpringApplication(application);
        spring.setDefaultProperties(Map.ofEntries(
                Map.entry("server.port", Integer.getInteger("port")),
                Map.entry("server.address", "127.0.0.1"),
                Map.entry("server.tomcat.threads.max", Integer.getInteger("threads")),
                Map.entry("server.tomcat.max-connections", 20_000),
                Map.entry("server.tomcat.max-keep-alive-requests", -1),
                Map.entry("server.tomcat.keep-alive-timeout", "180s"),
                Map.entry("server.tomcat.accept-count", 4096),
                Map.entry("server.jetty.threads.max", Integer.getInteger("threads")),
                Map.entry("server.jetty.connection-idle-timeout", "180s"),
                Map.entry("spring.mvc.async.request-timeout", "600s"),
                Map.entry("logging.level.root", "warn")));
        spring.run(arguments);
    }
}
