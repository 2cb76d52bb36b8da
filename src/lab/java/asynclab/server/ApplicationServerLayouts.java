package asynclab.server;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How Undertow and the Java EE application servers are set up. */
final class ApplicationServerLayouts {

    private static final List<String> OPENED_BY_WILDFLY = Containers.open(
            "java.base/java.lang",
            "java.base/java.lang.invoke",
            "java.base/java.lang.reflect",
            "java.base/java.io",
            "java.base/java.security",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.management/javax.management",
            "java.naming/javax.naming");

    private ApplicationServerLayouts() {}

    /** The main class is a source file, because the lab is built without Undertow. The JVM compiles it at the start. */
    static Container.Launch undertow(Site site) throws IOException {
        Path deployed = site.deploy("ROOT.war");
        Path main = site.resource("/containers/UndertowMain.java");
        return new Container.Launch(
                List.of(
                        "-classpath",
                        site.home() + File.separator + "*",
                        main.toString(),
                        deployed.toString(),
                        Integer.toString(site.settings().port()),
                        Integer.toString(site.settings().requestThreads())),
                deployed);
    }

    /** The stock configuration with the lab's task threads, uploads of any size, no welcome page at the root, and one port. */
    static Container.Launch wildFly(Site site) throws IOException {
        Path stock = site.home().resolve("standalone/configuration");
        try (Stream<Path> files = Files.list(stock)) {
            for (Path file : files.filter(Files::isRegularFile).toList())
                site.copy(file, "configuration/" + file.getFileName());
        }
        String threads =
                "<worker name=\"default\" task-max-threads=\"" + site.settings().requestThreads() + "\"/>";
        site.write(
                "configuration/standalone.xml",
                Files.readString(stock.resolve("standalone.xml"))
                        .replace("<worker name=\"default\"/>", threads)
                        .replace(
                                "<http-listener name=\"default\"",
                                "<http-listener name=\"default\" max-post-size=\"0\"")
                        .replace("<location name=\"/\" handler=\"welcome-content\"/>", "")
                        .replace("scan-interval=\"5000\"", "scan-interval=\"" + Containers.REDEPLOY_SECONDS + "000\"")
                        .replaceAll("port=\"471[23]\"", "port=\"0\""));
        var arguments = new ArrayList<>(OPENED_BY_WILDFLY);
        arguments.addAll(List.of(
                "-Djboss.home.dir=" + site.home(),
                "-Djboss.server.base.dir=" + site.base(),
                "-Djboss.http.port=" + site.settings().port(),
                "-Djboss.https.port=0",
                "-Djboss.management.http.port=0",
                "-Djboss.management.https.port=0",
                "-jar",
                site.home().resolve("jboss-modules.jar").toString(),
                "-mp",
                site.home().resolve("modules").toString(),
                "org.jboss.as.standalone"));
        return new Container.Launch(arguments, site.deploy("deployments/ROOT.war"));
    }

    /** Open Liberty's kernel and one feature. */
    static Container.Launch openLiberty(Site site) throws IOException {
        Path home = site.home().resolve("wlp");
        site.write(
                "servers/lab/server.xml",
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
                        .formatted(
                                site.settings().requestThreads(),
                                site.settings().port(),
                                Containers.REDEPLOY_SECONDS));
        return new Container.Launch(
                List.of(
                        "@" + home.resolve("lib/platform/java/java9.options"),
                        "-javaagent:" + home.resolve("bin/tools/ws-javaagent.jar"),
                        "-jar",
                        home.resolve("bin/tools/ws-server.jar").toString(),
                        "lab"),
                site.deploy("servers/lab/apps/ROOT.war"),
                Map.of("WLP_USER_DIR", site.base().toString()));
    }

    static Container.Launch payaraMicro(Site site) throws IOException {
        String threads = Integer.toString(site.settings().requestThreads());
        Path boot = site.write(
                "boot.txt",
                "set configs.config.server-config.network-config.protocols.protocol.http-listener.http.server-header=false\n");
        return new Container.Launch(
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
                        Integer.toString(site.settings().port()),
                        "--maxHttpThreads",
                        threads,
                        "--minHttpThreads",
                        threads,
                        "--contextRoot",
                        "/",
                        "--deploy",
                        site.deploy("ROOT.war").toString()),
                null);
    }
}
