package asynclab.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The published figures depend on these command lines and files. */
class LayoutsTest {

    @TempDir
    Path folder;

    private Path home;

    @BeforeEach
    void unpack() throws Exception {
        home = Files.createDirectory(folder.resolve("home"));
        Files.createDirectory(home.resolve("conf"));
        Files.createFile(home.resolve("conf/web.xml"));
        Files.createFile(folder.resolve("app.war"));
    }

    private Site site(ServerSettings settings) {
        return new Site(home, folder, folder.resolve("app.war"), folder.resolve("jetty.xml"), settings);
    }

    private List<String> arguments(Container container, ServerSettings settings) throws Exception {
        return container.layout().lay(site(settings)).arguments().stream()
                .map(argument -> argument.replace(folder.toString(), "."))
                .toList();
    }

    @Test
    void the_newest_installation_is_found_by_the_numbers_of_its_version() throws Exception {
        String name = Containers.TOMCAT.home();
        Files.createDirectory(folder.resolve(name + "0.99"));
        Path newest = Files.createDirectory(folder.resolve(name + "0.122"));
        assertEquals(newest, Containers.TOMCAT.find(folder));
    }

    @Test
    void of_equal_flags_the_last_one_holds_as_in_the_jvm() {
        var twice = ServerSettings.named("one").withVirtualThreads(10).withVirtualThreads(0);
        assertEquals(0, twice.virtualLimit());
    }

    @Test
    void the_measured_jetty_has_the_projects_jetty_xml_on_its_command_line() throws Exception {
        assertEquals(
                List.of(
                        "-jar",
                        "./home/start.jar",
                        "jetty.home=./home",
                        "jetty.base=./one",
                        "--module=server,ee8-deploy,jmx",
                        "jetty.http.host=127.0.0.1",
                        "jetty.http.port=0",
                        "lab.threads=100",
                        "lab.reservedThreads=0",
                        "./jetty.xml"),
                arguments(Containers.JETTY, ServerSettings.named("one")));
        assertTrue(Files.exists(folder.resolve("one/webapps/ROOT.war")));
    }

    @Test
    void the_file_for_http_2_comes_after_jetty_xml() throws Exception {
        List<String> arguments =
                arguments(Containers.JETTY, ServerSettings.named("two").withHttp2());
        int jettys = arguments.indexOf("etc/jetty-http2c.xml");
        assertTrue(jettys > arguments.indexOf("./jetty.xml"), arguments::toString);
        assertTrue(arguments.indexOf("./two/jetty-http2.xml") > jettys, arguments::toString);
    }

    @Test
    void jettys_own_queue_is_added_only_if_a_flag_asks_for_it() throws Exception {
        var settings = ServerSettings.named("three")
                .withJvmFlags(List.of("-Xmx1g", "-Dlab.qosRequests=50", "-Dlab.qosSuspended=100"));
        List<String> arguments = arguments(Containers.JETTY, settings);
        assertEquals(
                List.of("etc/jetty-qos.xml", "jetty.qos.maxRequestCount=50", "jetty.qos.maxSuspendedRequestCount=100"),
                arguments.subList(arguments.size() - 3, arguments.size()));
    }

    @Test
    void the_measured_tomcat_has_the_threads_and_buffers_of_its_settings() throws Exception {
        var settings = ServerSettings.named("one").withRequestThreads(7);
        assertEquals(
                List.of(
                        "-Dcatalina.home=./home",
                        "-Dcatalina.base=./one",
                        "-classpath",
                        "./home/bin/bootstrap.jar:./home/bin/tomcat-juli.jar"
                                .replace(':', java.io.File.pathSeparatorChar),
                        "org.apache.catalina.startup.Bootstrap",
                        "start"),
                arguments(Containers.TOMCAT, settings));
        assertTrue(serverXml("one").contains("maxThreads=\"7\" minSpareThreads=\"7\""), serverXml("one"));
        assertTrue(serverXml("one").contains("autoDeploy=\"false\""), serverXml("one"));
        assertTrue(!serverXml("one").contains("txBufSize"), serverXml("one"));
        arguments(Containers.TOMCAT, ServerSettings.named("two").withJvmFlags(List.of("-Dlab.sendBytes=9")));
        assertTrue(serverXml("two").contains("socket.txBufSize='${lab.sendBytes}'"), serverXml("two"));
    }

    private String serverXml(String name) throws Exception {
        return Files.readString(folder.resolve(name).resolve("conf/server.xml"));
    }
}
