package asynclab.wire.recorder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A small application with the recorder's jar in {@code WEB-INF/lib}. */
final class RecordedWar {

    private static final String WEB_XML =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <web-app xmlns="http://xmlns.jcp.org/xml/ns/javaee" version="3.1">
              <context-param>
                <param-name>asynclab.recorder.logBytes</param-name>
                <param-value>10000</param-value>
              </context-param>
              <filter>
                <filter-name>own</filter-name>
                <filter-class>asynclab.wire.recorder.SecondFilter</filter-class>
                <async-supported>true</async-supported>
              </filter>
              <filter-mapping>
                <filter-name>own</filter-name>
                <url-pattern>/*</url-pattern>
              </filter-mapping>
              <servlet>
                <servlet-name>recorded</servlet-name>
                <servlet-class>asynclab.wire.recorder.RecordedServlet</servlet-class>
                <async-supported>true</async-supported>
              </servlet>
              <servlet-mapping>
                <servlet-name>recorded</servlet-name>
                <url-pattern>/blocking</url-pattern>
                <url-pattern>/async</url-pattern>
                <url-pattern>/dispatched</url-pattern>
                <url-pattern>/timeout</url-pattern>
                <url-pattern>/forward</url-pattern>
                <url-pattern>/failing</url-pattern>
                <url-pattern>/endless</url-pattern>
                <url-pattern>/connection</url-pattern>
                <url-pattern>/switch</url-pattern>
              </servlet-mapping>
            </web-app>
            """;

    /** Tomcat's access log, which only its own files can set up. */
    private static final String CONTEXT_XML =
            """
            <Context>
              <Valve className="org.apache.catalina.valves.AccessLogValve" directory="logs" prefix="access" suffix=".log"
                     rotatable="false" buffered="false" pattern="%U wait=%{asynclab.wait}r time=%{asynclab.time}r"/>
            </Context>
            """;

    private RecordedWar() {}

    /** @param target the file to make */
    static Path make(Path recorder, Path target) throws IOException, URISyntaxException {
        Files.createDirectories(target.getParent());
        Files.deleteIfExists(target);
        try (var zip = FileSystems.newFileSystem(target, Map.of("create", "true"))) {
            Files.createDirectories(zip.getPath("WEB-INF/lib"));
            Files.copy(recorder, zip.getPath("WEB-INF/lib/asynclab-recorder.jar"));
            Files.writeString(zip.getPath("WEB-INF/web.xml"), WEB_XML);
            Files.createDirectories(zip.getPath("META-INF"));
            Files.writeString(zip.getPath("META-INF/context.xml"), CONTEXT_XML);
            Path classes = zip.getPath("WEB-INF/classes/asynclab/wire/recorder");
            Files.createDirectories(classes);
            URI own = RecordedServlet.class.getResource("RecordedServlet.class").toURI();
            try (var files =
                    Files.newDirectoryStream(Path.of(own).getParent(), "{RecordedServlet,SecondFilter}*.class")) {
                for (Path file : files)
                    Files.copy(file, classes.resolve(file.getFileName().toString()));
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return target;
    }
}
