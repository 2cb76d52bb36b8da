package asynclab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How each Jetty is set up. All use an unchanged jetty-home and a base folder of their own. */
final class JettyLayouts {

    /** Without sessions and security, as a bare ServletContextHandler: the last argument has the options. */
    private static final String TRIMMED =
            """
            <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
            <Configure class="org.eclipse.jetty.ee8.webapp.WebAppContext">
              <Arg/><Arg>/</Arg><Arg/><Arg/><Arg/><Arg/><Arg type="int">0</Arg>
              <Set name="war">%s</Set>
            </Configure>
            """;

    private static final String USUAL_FORMAT =
            "%{client}a - %u %{dd/MMM/yyyy:HH:mm:ss.SSS ZZZ|GMT}t \"%r\" %s %O %{us}T";

    private static final String VIRTUAL =
            """
            <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
            <Configure id="Server" class="org.eclipse.jetty.server.Server">
              <Get name="threadPool">
                <Set name="virtualThreadsExecutor">
                  <New class="org.eclipse.jetty.util.thread.VirtualThreadPool">
                    <Set name="name">virtual-</Set>
                    <Set name="maxThreads">%d</Set>
                  </New>
                </Set>
              </Get>
            </Configure>
            """;

    private JettyLayouts() {}

    /** The Jetty that is measured: jetty-home with the project's jetty.xml on its command line. */
    static Container.Launch measured(Site site) throws IOException {
        List<String> arguments =
                jetty12(site, "lab.reservedThreads=" + site.settings().reservedThreads());
        if (site.settings().http2()) arguments.addAll(http2(site));
        arguments.addAll(qos(site.settings()));
        if (site.settings().isVirtual()) arguments.add(virtual(site).toString());
        return new Container.Launch(arguments, deploy(site));
    }

    /** Jetty's own file for HTTP/2 without TLS, and ours. Both find the connector by its id, so they must come after jetty.xml. */
    private static List<String> http2(Site site) throws IOException {
        return List.of(
                "--libs=${jetty.home}/lib/http2/*.jar",
                "etc/jetty-http2c.xml",
                "jetty.http2c.maxConcurrentStreams=1024",
                site.resource("/containers/jetty-http2.xml").toAbsolutePath().toString());
    }

    /** Deploys the WAR, in a trimmed web application if the flag -Dlab.trimmed= asks for it. */
    private static Path deploy(Site site) throws IOException {
        if (site.settings().flag("lab.trimmed") == null) return site.deploy("webapps/ROOT.war");
        Path war = site.deploy("trimmed.war").toAbsolutePath();
        site.write("webapps/ROOT.properties", "environment: ee8");
        return site.write("webapps/ROOT.xml", TRIMMED.formatted(war));
    }

    /** Jetty's own queue before every application, if the flag -Dlab.qosRequests= asks for it. It is bounded by -Dlab.qosSuspended=. */
    private static List<String> qos(ServerSettings settings) {
        String requests = settings.flag("lab.qosRequests");
        if (requests == null) return List.of();
        return List.of(
                "etc/jetty-qos.xml",
                "jetty.qos.maxRequestCount=" + requests,
                "jetty.qos.maxSuspendedRequestCount=" + settings.flag("lab.qosSuspended"));
    }

    /** Jetty's access log, with durations in microseconds, if the flag -Dlab.accessLog= names its file. */
    private static List<String> accessLog(ServerSettings settings) {
        String file = settings.flag("lab.accessLog");
        String format = settings.flag("lab.accessLogFormat");
        if (file == null) return List.of();
        return List.of(
                "--module=requestlog",
                "jetty.requestlog.filePath=" + file,
                "jetty.requestlog.formatString=" + (format == null ? USUAL_FORMAT : format));
    }

    /**
     * Jetty's pool of virtual threads for every task that may block. Each request is such a task. If no permit is free, a request
     * waits on its virtual thread. Requests wait in order of arrival, with one exception: a request that arrives in the moment
     * when a permit is given back may take this permit, because the semaphore is not fair.
     */
    private static Path virtual(Site site) throws IOException {
        return site.write("virtual.xml", VIRTUAL.formatted(site.settings().virtualLimit()))
                .toAbsolutePath();
    }

    /** The same Jetty 12 for the portability table: it undeploys a WAR that is removed. */
    static Container.Launch redeploying(Site site) throws IOException {
        return new Container.Launch(
                jetty12(site, "jetty.deploy.scanInterval=" + Containers.REDEPLOY_SECONDS),
                site.deploy("webapps/ROOT.war"));
    }

    private static List<String> jetty12(Site site, String property) throws IOException {
        Files.createDirectories(site.base().resolve("environments")); // without this folder Jetty 12.1 warns
        List<String> arguments = startJar(site);
        arguments.addAll(List.of(
                "--module=server,ee8-deploy,jmx",
                "jetty.http.host=" + site.settings().host(),
                "jetty.http.port=" + site.settings().port(),
                "lab.threads=" + site.settings().requestThreads(),
                property,
                site.jettyXml().toAbsolutePath().toString()));
        arguments.addAll(accessLog(site.settings()));
        return arguments;
    }

    /** An older Jetty. The project's jetty.xml names classes that an older Jetty does not have. @param more lines for start.jar */
    static Container.Launch older(Site site, String more) throws IOException {
        ServerSettings settings = site.settings();
        site.write(
                "start.d/lab.ini",
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
                        .formatted(settings.port(), settings.requestThreads(), Containers.REDEPLOY_SECONDS, more));
        return new Container.Launch(startJar(site), site.deploy("webapps/ROOT.war"));
    }

    private static List<String> startJar(Site site) {
        return new ArrayList<>(List.of(
                "-jar",
                site.home().resolve("start.jar").toString(),
                "jetty.home=" + site.home(),
                "jetty.base=" + site.base()));
    }

    /** A Jetty of the portability table for a benchmark: watched over JMX, and without a header cache, as in jetty.xml. */
    static Container benchmarked(Container jetty) {
        return jetty.laidBy(site -> {
                    Container.Launch launch = jetty.layout().lay(site);
                    var arguments = new ArrayList<>(launch.arguments());
                    arguments.addAll(List.of("--module=jmx", "jetty.httpConfig.headerCacheSize=0"));
                    return new Container.Launch(arguments, launch.deployed());
                })
                .watchedBy(ContainerProbes.Jetty::new);
    }
}
