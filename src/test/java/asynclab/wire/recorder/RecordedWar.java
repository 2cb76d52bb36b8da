package asynclab.wire.recorder;

import asynclab.wire.fixture.WarFile;
import java.io.IOException;
import java.nio.file.Path;

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
    static Path make(Path recorder, Path target) throws IOException {
        try (WarFile war = WarFile.make(target)) {
            war.addLibrary(recorder);
            war.write("WEB-INF/web.xml", WEB_XML);
            war.write("META-INF/context.xml", CONTEXT_XML);
            war.add(RecordedServlet.class);
            war.add(SecondFilter.class);
        }
        return target;
    }
}
