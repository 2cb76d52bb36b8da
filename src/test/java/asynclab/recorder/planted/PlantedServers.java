package asynclab.recorder.planted;

import asynclab.options.LabException;
import asynclab.server.Container;
import asynclab.server.Containers;
import asynclab.wire.fixture.WarFile;
import com.zaxxer.hikari.HikariDataSource;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.slf4j.Logger;

/** The application with planted parts as a WAR and as a Spring Boot program, and the servers that the lab does not know. */
final class PlantedServers {

    private static final String WEB_XML =
            """
            <web-app xmlns="http://xmlns.jcp.org/xml/ns/javaee" version="3.1">
              <servlet>
                <servlet-name>planted</servlet-name>
                <servlet-class>asynclab.recorder.planted.PlantedServlet</servlet-class>
                <load-on-startup>1</load-on-startup>
                <async-supported>true</async-supported>
              </servlet>
              <servlet-mapping>
                <servlet-name>planted</servlet-name>
                <url-pattern>/blocking/*</url-pattern>
                <url-pattern>/async/*</url-pattern>
                <url-pattern>/shop/*</url-pattern>
              </servlet-mapping>
            </web-app>
            """;

    private PlantedServers() {}

    /** A WAR with the servlet, the recorder, and a pool of connections. @param target where the build has put the recorder's jar */
    static Path war(Path work, Path target) throws IOException {
        Path file = work.resolve("planted.war");
        try (WarFile war = WarFile.make(file)) {
            war.add(PlantedServlet.class);
            war.add(PlantedWork.class);
            war.addLibrary(target.resolve("asynclab-recorder.jar"));
            for (Class<?> of :
                    List.of(HikariDataSource.class, org.h2.Driver.class, org.postgresql.Driver.class, Logger.class))
                war.addLibrary(place(of));
            war.write("WEB-INF/web.xml", WEB_XML);
        }
        return file;
    }

    /** The jar, or the folder, that a class comes from. */
    private static Path place(Class<?> of) throws IOException {
        try {
            return Path.of(
                    of.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /** Jetty of one minor version, and not the newest one there is. */
    static Container jetty(String version) {
        Container of = Containers.JETTY;
        return new Container(
                of.name(), of.title(), "jetty-home-" + version, "", "", false, of.layout(), null, of.served());
    }

    /** Compiled at the start. Its libraries are those of the comparison with frameworks: {@code mvn verify -Plab -Dexperiment=frameworks}. */
    static Container spring(Path target, boolean virtual) {
        return Container.of("spring", "Spring Boot 3", "", site -> {
            Path libraries = target.resolve("frameworks/spring-mvc");
            if (!Files.isDirectory(libraries))
                throw new LabException("There is no folder target/frameworks/spring-mvc.");
            String classPath = String.join(
                    File.pathSeparator,
                    target.resolve("planted/classes").toString(),
                    target.resolve("asynclab-recorder-jakarta.jar").toString(),
                    place(PlantedWork.class).toString(),
                    place(HikariDataSource.class).toString(),
                    place(org.h2.Driver.class).toString(),
                    libraries + File.separator + "*");
            compile(target, classPath, libraries);
            return new Container.Launch(
                    List.of(
                            "-Dport=" + site.settings().port(),
                            "-Dthreads=" + site.settings().requestThreads(),
                            "-Dspring.threads.virtual.enabled=" + virtual,
                            "-classpath",
                            classPath,
                            "asynclab.original.SpringPlanted"),
                    null);
        });
    }

    private static void compile(Path target, String classPath, Path libraries) throws IOException {
        Path sources = target.resolveSibling("src/frameworks/java");
        Path classes = Files.createDirectories(target.resolve("planted/classes"));
        var all = new StringBuilder(classPath);
        try (var jars = Files.newDirectoryStream(libraries, "*.jar")) {
            for (Path jar : jars) all.append(File.pathSeparator).append(jar);
        }
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-parameters",
                        "-d",
                        classes.toString(),
                        "-cp",
                        all.toString(),
                        "-sourcepath",
                        sources.toString(),
                        sources.resolve("asynclab/original/SpringPlanted.java").toString());
        if (code != 0) throw new LabException("SpringPlanted does not compile.");
    }
}
