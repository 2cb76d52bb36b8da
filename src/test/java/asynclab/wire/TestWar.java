package asynclab.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The WAR with a servlet and filters of the tests in it. */
final class TestWar {

    private static final List<Class<?>> ADDED =
            List.of(ThrowingServlet.class, ShoutingFilter.class, MarkingFilter.class);

    private static final String DECLARED =
            """
            <servlet>
              <servlet-name>throwing</servlet-name>
              <servlet-class>asynclab.wire.ThrowingServlet</servlet-class>
              <async-supported>true</async-supported>
            </servlet>
            <servlet-mapping>
              <servlet-name>throwing</servlet-name>
              <url-pattern>/throwing</url-pattern>
            </servlet-mapping>
            <servlet-mapping>
              <servlet-name>async</servlet-name>
              <url-pattern>/shouted</url-pattern>
              <url-pattern>/not-supported</url-pattern>
            </servlet-mapping>
            <servlet-mapping>
              <servlet-name>long-poll</servlet-name>
              <url-pattern>/any/*</url-pattern>
            </servlet-mapping>
            <filter>
              <filter-name>shouting</filter-name>
              <filter-class>asynclab.wire.ShoutingFilter</filter-class>
              <async-supported>true</async-supported>
            </filter>
            <filter>
              <filter-name>not-supporting</filter-name>
              <filter-class>asynclab.wire.ShoutingFilter</filter-class>
            </filter>
            <filter>
              <filter-name>marking</filter-name>
              <filter-class>asynclab.wire.MarkingFilter</filter-class>
              <async-supported>true</async-supported>
            </filter>
            <filter-mapping>
              <filter-name>marking</filter-name>
              <url-pattern>/throwing</url-pattern>
            </filter-mapping>
            <filter-mapping>
              <filter-name>shouting</filter-name>
              <url-pattern>/shouted</url-pattern>
            </filter-mapping>
            <filter-mapping>
              <filter-name>not-supporting</filter-name>
              <url-pattern>/not-supported</url-pattern>
            </filter-mapping>
            </web-app>
            """;

    private TestWar() {}

    /** @return the target, made of the WAR */
    static Path make(Path war, Path target) {
        try {
            Files.createDirectories(target.getParent());
            Files.copy(war, target, StandardCopyOption.REPLACE_EXISTING);
            try (var zip = FileSystems.newFileSystem(target)) {
                Path classes = zip.getPath("WEB-INF/classes/asynclab/wire");
                Files.createDirectories(classes);
                for (Class<?> added : ADDED) copy(added, classes);
                Path webXml = zip.getPath("WEB-INF/web.xml");
                Files.writeString(webXml, Files.readString(webXml).replace("</web-app>", DECLARED));
            }
            return target;
        } catch (IOException | URISyntaxException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    /** With the classes nested in it. */
    private static void copy(Class<?> added, Path classes) throws IOException, URISyntaxException {
        String name = added.getSimpleName();
        URI own = added.getResource(name + ".class").toURI();
        try (var files = Files.newDirectoryStream(Path.of(own).getParent(), name + "{,$*}.class")) {
            for (Path file : files)
                Files.copy(file, classes.resolve(file.getFileName().toString()));
        }
    }
}
