package asynclab.server;

import asynclab.options.LabException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The containers the WAR is tried on, each as its makers ship it, with 100 request threads; profile {@code containers} lays them out. */
public final class Containers {

    private static final int THREADS = 100;
    private static final String REDEPLOY_SECONDS = "1"; // how often a container looks whether the WAR is still there

    private static final List<String> OPENED_BY_WILDFLY = opened(
            "java.base/java.lang",
            "java.base/java.lang.invoke",
            "java.base/java.lang.reflect",
            "java.base/java.io",
            "java.base/java.security",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.management/javax.management",
            "java.naming/javax.naming");

    /** HttpChannelOverHttp.headerComplete of both; Jetty 12 does not wait for a body here. */
    private static final String JETTY_NEEDS =
            "delayDispatchUntilContent=false. Otherwise an upload stays outside the application, and outside its deadline,"
                    + " until the first part of its body comes";

    private static final String CONVERTED = "the WAR converted by Tomcat's migration tool for Jakarta EE";

    public static final List<Container> ALL = List.of(
            new Container("jetty-12", "Jetty 12 (ee8)", "jetty-home-12", "", false, Containers::jetty12),
            new Container("jetty-10", "Jetty 10", "jetty-home-10", JETTY_NEEDS, false, site -> jetty(site, "")),
            new Container(
                    "jetty-9.4",
                    "Jetty 9.4",
                    "jetty-home-9.4",
                    JETTY_NEEDS
                            + ". Jetty's module stats: its StatisticsHandler makes a stop wait for waiting requests. Without it"
                            + " Server.doStop closes their connections, in one of four runs before the application had answered",
                    false,
                    site -> jetty(site, "--module=stats")),
            new Container("tomcat-9", "Tomcat 9", "apache-tomcat-9", "", false, Containers::tomcat),
            new Container("tomcat-10.1", "Tomcat 10.1", "apache-tomcat-10.1", CONVERTED, true, Containers::tomcat),
            new Container("tomcat-11", "Tomcat 11", "apache-tomcat-11", CONVERTED, true, Containers::tomcat),
            new Container(
                    "tomee-8",
                    "TomEE 8 (web profile)",
                    "apache-tomee-webprofile-8",
                    "--add-opens for the JDK packages that TomEE's start script opens",
                    "TomEE's own slf4j 1.7 replaces the WAR's slf4j 2.0. TomEE does not recognise 2.0:"
                            + " URLClassLoaderFirst.shouldSkipSlf4j looks for StaticLoggerBinder. So TomEE writes the log, without"
                            + " the values that a filter has put into the log context",
                    false,
                    Containers::tomee),
            new Container(
                    "undertow-2.2",
                    "Undertow 2.2",
                    "undertow-2.2",
                    "a main class that reads web.xml, because Undertow does not read it",
                    false,
                    Containers::undertow),
            new Container(
                    "wildfly-26",
                    "WildFly 26",
                    "wildfly-26",
                    "--add-opens for the JDK packages that WildFly's start script opens. No welcome page at the root. max-post-size=0,"
                            + " because WildFly otherwise cuts an upload off after 10 MB",
                    false,
                    Containers::wildFly),
            new Container(
                    "open-liberty",
                    "Open Liberty",
                    "open-liberty-",
                    "the JDK options that Open Liberty's start script uses, and one setting for each header that names the server",
                    "isReady() of a response always returns true. A write waits for its reader on the writing thread, at most"
                            + " httpOptions' writeTimeout of 60 s. The cause: HttpOutputStreamImpl.write calls its own writeToBuffers, so"
                            + " HttpOutputStreamEE7's is never reached. So a reader that does not read holds a thread, its deadline is late,"
                            + " and a publisher waits for it. To paths that lead outside the application it answers 500, or 302 to the"
                            + " same path with a slash, where others answer 400 or 404. No redirect that was followed led to"
                            + " anything inside",
                    false,
                    Containers::openLiberty),
            new Container(
                    "payara-micro-5",
                    "Payara Micro 5",
                    "payara-micro-5",
                    "a start command that switches off the header that names the server. Undeployment was not tested, because Payara"
                            + " Micro does not undeploy an application while it runs",
                    "A stop closes the connections of waiting requests before they are answered. A GET that announces a body gets 400."
                            + " /WEB-INF and /folder get 301 to the same path with a slash. The part after a semicolon is dropped. So"
                            + " such paths get 301 or the start page, where others answer 400 or 404. None of these answers had"
                            + " anything from inside",
                    false,
                    Containers::payaraMicro));

    private Containers() {}

    /** @throws LabException if there is no such container */
    public static Container named(String name) {
        return ALL.stream()
                .filter(container -> container.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new LabException("There is no container \"" + name + "\". The containers are "
                        + ALL.stream().map(Container::name).collect(Collectors.joining(", ")) + "."));
    }

    /** As it is measured, with the project's jetty.xml. */
    private static Container.Command jetty12(Container.Site site) throws IOException {
        Path deployed = deploy(site, "webapps/ROOT.war");
        return new Container.Command(
                List.of(
                        "-jar",
                        site.home().resolve("start.jar").toString(),
                        "jetty.home=" + site.home(),
                        "jetty.base=" + site.base(),
                        "--module=server,ee8-deploy,jmx",
                        "jetty.http.host=127.0.0.1",
                        "jetty.http.port=" + site.port(),
                        "lab.threads=" + THREADS,
                        "jetty.deploy.scanInterval=" + REDEPLOY_SECONDS,
                        site.jettyXml().toAbsolutePath().toString()),
                deployed);
    }

    /** As it is shipped: jetty.xml has what these have not. @param more lines for start.jar */
    private static Container.Command jetty(Container.Site site, String more) throws IOException {
        Path deployed = deploy(site, "webapps/ROOT.war");
        write(
                site.base().resolve("start.d/lab.ini"),
                """
                --module=server
                --module=http
                --module=deploy
                --module=jmx
                jetty.http.host=127.0.0.1
                jetty.http.port=%1$d
                jetty.http.idleTimeout=180000
                jetty.http.acceptQueueSize=4096
                jetty.threadPool.minThreads=%2$d
                jetty.threadPool.maxThreads=%2$d
                jetty.threadPool.reservedThreads=0
                jetty.httpConfig.sendServerVersion=false
                jetty.httpConfig.delayDispatchUntilContent=false
                jetty.server.stopAtShutdown=true
                jetty.deploy.scanInterval=%3$s
                %4$s
                """
                        .formatted(site.port(), THREADS, REDEPLOY_SECONDS, more));
        return new Container.Command(
                List.of(
                        "-jar",
                        site.home().resolve("start.jar").toString(),
                        "jetty.home=" + site.home(),
                        "jetty.base=" + site.base()),
                deployed);
    }

    private static Container.Command tomcat(Container.Site site) throws IOException {
        return catalina(site, List.of(), "");
    }

    /** A Tomcat with what Java EE has beyond servlets, none of which the WAR asks for. */
    private static Container.Command tomee(Container.Site site) throws IOException {
        Files.createDirectories(site.base().resolve("apps")); // it warns of one that is not there
        var flags = new ArrayList<>(opened("java.base/java.lang", "java.base/java.io", "java.base/java.util"));
        flags.addAll(opened("java.base/java.util.concurrent", "java.rmi/sun.rmi.transport"));
        return catalina(site, flags, "<Listener className=\"org.apache.tomee.catalina.ServerListener\"/>");
    }

    private static Container.Command catalina(Container.Site site, List<String> flags, String listener)
            throws IOException {
        Path deployed = deploy(site, "webapps/ROOT.war");
        write(
                site.base().resolve("conf/server.xml"),
                """
                <Server port="-1">
                  %4$s
                  <Service name="Catalina">
                    <Executor name="requests" namePrefix="request-" maxThreads="%1$d" minSpareThreads="%1$d"/>
                    <Connector executor="requests" address="127.0.0.1" port="%2$d" acceptCount="4096" maxConnections="20000"
                               maxKeepAliveRequests="-1" keepAliveTimeout="180000"/>
                    <Engine name="Catalina" defaultHost="localhost" backgroundProcessorDelay="%3$s">
                      <Host name="localhost" appBase="webapps" autoDeploy="true">
                        <Valve className="org.apache.catalina.valves.ErrorReportValve" showReport="false" showServerInfo="false"/>
                      </Host>
                    </Engine>
                  </Service>
                </Server>
                """
                        .formatted(THREADS, site.port(), REDEPLOY_SECONDS, listener));
        copy(site.home().resolve("conf/web.xml"), site.base().resolve("conf/web.xml"));
        var arguments = new ArrayList<>(flags);
        arguments.addAll(List.of(
                "-Dcatalina.home=" + site.home(),
                "-Dcatalina.base=" + site.base(),
                "-classpath",
                site.home().resolve("bin/bootstrap.jar")
                        + File.pathSeparator
                        + site.home().resolve("bin/tomcat-juli.jar"),
                "org.apache.catalina.startup.Bootstrap",
                "start"));
        return new Container.Command(arguments, deployed);
    }

    /** Its main class is a source file that this JDK compiles as it starts it: the lab itself is built without Undertow. */
    private static Container.Command undertow(Container.Site site) throws IOException {
        Path deployed = deploy(site, "ROOT.war");
        Path main = site.base().resolve("UndertowMain.java");
        try (InputStream source = Containers.class.getResourceAsStream("/containers/UndertowMain.java")) {
            Files.copy(source, main, StandardCopyOption.REPLACE_EXISTING);
        }
        return new Container.Command(
                List.of(
                        "-classpath",
                        site.home() + File.separator + "*",
                        main.toString(),
                        deployed.toString(),
                        Integer.toString(site.port()),
                        Integer.toString(THREADS)),
                deployed);
    }

    /** The stock configuration with 100 task threads, uploads of any size, no welcome page at the root, and no port but one. */
    private static Container.Command wildFly(Container.Site site) throws IOException {
        Path deployed = deploy(site, "deployments/ROOT.war");
        Path stock = site.home().resolve("standalone/configuration");
        try (Stream<Path> files = Files.list(stock)) {
            for (Path file : files.filter(Files::isRegularFile).toList())
                copy(file, site.base().resolve("configuration").resolve(file.getFileName()));
        }
        write(
                site.base().resolve("configuration/standalone.xml"),
                Files.readString(stock.resolve("standalone.xml"))
                        .replace(
                                "<worker name=\"default\"/>",
                                "<worker name=\"default\" task-max-threads=\"" + THREADS + "\"/>")
                        .replace(
                                "<http-listener name=\"default\"",
                                "<http-listener name=\"default\" max-post-size=\"0\"")
                        .replace("<location name=\"/\" handler=\"welcome-content\"/>", "")
                        .replace("scan-interval=\"5000\"", "scan-interval=\"" + REDEPLOY_SECONDS + "000\"")
                        .replaceAll("port=\"471[23]\"", "port=\"0\""));
        var arguments = new ArrayList<>(OPENED_BY_WILDFLY);
        arguments.addAll(List.of(
                "-Djboss.home.dir=" + site.home(),
                "-Djboss.server.base.dir=" + site.base(),
                "-Djboss.http.port=" + site.port(),
                "-Djboss.https.port=0",
                "-Djboss.management.http.port=0",
                "-Djboss.management.https.port=0",
                "-jar",
                site.home().resolve("jboss-modules.jar").toString(),
                "-mp",
                site.home().resolve("modules").toString(),
                "org.jboss.as.standalone"));
        return new Container.Command(arguments, deployed);
    }

    /** The kernel and one feature. */
    private static Container.Command openLiberty(Container.Site site) throws IOException {
        Path home = site.home().resolve("wlp");
        Path server = site.base().resolve("servers/lab");
        Path deployed = deploy(site, "servers/lab/apps/ROOT.war");
        write(
                server.resolve("server.xml"),
                """
                <server>
                  <featureManager><feature>servlet-4.0</feature></featureManager>
                  <executor coreThreads="%1$d" maxThreads="%1$d"/>
                  <httpEndpoint id="defaultHttpEndpoint" host="127.0.0.1" httpPort="%2$d" httpsPort="-1">
                    <httpOptions removeServerHeader="true" persistTimeout="180s"/>
                  </httpEndpoint>
                  <webContainer disableXPoweredBy="true"/>
                  <applicationMonitor updateTrigger="polled" pollingRate="%3$ss"/>
                  <webApplication location="ROOT.war" contextRoot="/"/>
                </server>
                """
                        .formatted(THREADS, site.port(), REDEPLOY_SECONDS));
        return new Container.Command(
                List.of(
                        "@" + home.resolve("lib/platform/java/java9.options"),
                        "-javaagent:" + home.resolve("bin/tools/ws-javaagent.jar"),
                        "-jar",
                        home.resolve("bin/tools/ws-server.jar").toString(),
                        "lab"),
                deployed,
                Map.of("WLP_USER_DIR", site.base().toString()));
    }

    private static Container.Command payaraMicro(Container.Site site) throws IOException {
        Path war = deploy(site, "ROOT.war");
        Path boot = site.base().resolve("boot.txt");
        write(
                boot,
                "set configs.config.server-config.network-config.protocols.protocol.http-listener.http.server-header=false\n");
        return new Container.Command(
                List.of(
                        "-jar",
                        site.home().toString(),
                        "--noCluster",
                        "--nohostaware",
                        "--prebootcommandfile",
                        boot.toString(),
                        "--rootDir",
                        site.base().resolve("root").toString(),
                        "--port",
                        Integer.toString(site.port()),
                        "--maxHttpThreads",
                        Integer.toString(THREADS),
                        "--minHttpThreads",
                        Integer.toString(THREADS),
                        "--contextRoot",
                        "/",
                        "--deploy",
                        war.toString()),
                null);
    }

    private static List<String> opened(String... packages) {
        return Arrays.stream(packages)
                .map(name -> "--add-opens=" + name + "=ALL-UNNAMED")
                .toList();
    }

    private static Path deploy(Container.Site site, String place) throws IOException {
        Path deployed = site.base().resolve(place);
        copy(site.war(), deployed);
        return deployed;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
