package asynclab.server;

import asynclab.options.LabException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** How each Tomcat, and TomEE, is set up. All use an unchanged installation and a base folder with a server.xml of its own. */
final class TomcatLayouts {

    private static final String HTTP_2 =
            "<UpgradeProtocol className='org.apache.coyote.http2.Http2Protocol' maxConcurrentStreams='1024'/>";

    private TomcatLayouts() {}

    /** The Tomcat that is measured. Its server.xml sets what jetty.xml sets: threads, the backlog, the idle timeout. */
    static Container.Launch measured(Site site) throws IOException {
        ServerSettings settings = site.settings();
        site.write(
                "conf/server.xml",
                """
                <Server port="-1">
                  <Listener className="org.apache.catalina.core.JreMemoryLeakPreventionListener"/>
                  <Listener className="org.apache.catalina.core.ThreadLocalLeakPreventionListener"/>
                  <Service name="Catalina">
                    <Executor name="requests" namePrefix="request-" %1$s/>
                    <Connector executor="requests" address="%3$s" port="%2$d" acceptCount="${lab.acceptCount:-4096}" maxConnections="${lab.maxConnections:-20000}"
                               maxKeepAliveRequests="-1" connectionTimeout="${lab.idleMillis:-60000}"
                               keepAliveTimeout="${lab.idleMillis:-180000}"
                               maxHttpRequestHeaderSize="${lab.requestHeaderBytes:-8192}"
                               maxHttpResponseHeaderSize="${lab.responseHeaderBytes:-8192}"
                               maxTrailerSize="${lab.trailerBytes:-8192}"
                               socket.appReadBufSize="${lab.readBytes:-8192}"
                               socket.appWriteBufSize="${lab.writeBytes:-8192}"%5$s>%4$s</Connector>
                    <Engine name="Catalina" defaultHost="localhost">
                      <Host name="localhost" appBase="webapps" autoDeploy="false">
                        <Valve className="org.apache.catalina.valves.ErrorReportValve" showReport="false" showServerInfo="false"/>
                      </Host>
                    </Engine>
                  </Service>
                </Server>
                """
                        .formatted(
                                executor(settings),
                                settings.port(),
                                settings.host(),
                                settings.http2() ? HTTP_2 : "",
                                sendBuffer(settings)));
        return launch(site, List.of());
    }

    /** @throws LabException for a limit, because Tomcat's executor of virtual threads has none */
    private static String executor(ServerSettings settings) {
        if (!settings.isVirtual())
            return "maxThreads=\"%1$d\" minSpareThreads=\"%1$d\"".formatted(settings.requestThreads());
        if (settings.virtualLimit() > 0)
            throw new LabException("Tomcat's virtual threads have no limit. Use Jetty for the arm with a limit.");
        return "className=\"org.apache.catalina.core.StandardVirtualThreadExecutor\"";
    }

    /** The attribute of the send buffer. Tomcat has no value that means the system's default, so it is left out by default. */
    private static String sendBuffer(ServerSettings settings) {
        return settings.flag("lab.sendBytes") == null ? "" : " socket.txBufSize='${lab.sendBytes}'";
    }

    /** A Tomcat of the portability table: it undeploys a WAR that is removed. */
    static Container.Launch redeploying(Site site) throws IOException {
        return redeploying(site, List.of(), "");
    }

    /** TomEE is a Tomcat with more of Java EE. The WAR uses none of that. */
    static Container.Launch tomee(Site site) throws IOException {
        Files.createDirectories(site.base().resolve("apps")); // TomEE warns if this folder is missing
        List<String> flags = Containers.open(
                "java.base/java.lang",
                "java.base/java.io",
                "java.base/java.util",
                "java.base/java.util.concurrent",
                "java.rmi/sun.rmi.transport");
        return redeploying(site, flags, "<Listener className=\"org.apache.tomee.catalina.ServerListener\"/>");
    }

    private static Container.Launch redeploying(Site site, List<String> flags, String listener) throws IOException {
        ServerSettings settings = site.settings();
        site.write(
                "conf/server.xml",
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
                        .formatted(settings.requestThreads(), settings.port(), Containers.REDEPLOY_SECONDS, listener));
        return launch(site, flags);
    }

    private static Container.Launch launch(Site site, List<String> flags) throws IOException {
        site.copy(site.home().resolve("conf/web.xml"), "conf/web.xml");
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
        return new Container.Launch(arguments, site.deploy("webapps/ROOT.war"));
    }
}
