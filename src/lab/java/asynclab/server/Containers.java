package asynclab.server;

import asynclab.options.LabException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All containers: the two that are measured, and those of the portability table. Each container of the table is as its makers
 * ship it. The Maven profile {@code containers} unpacks them.
 */
public final class Containers {

    /** How often a container of the portability table checks whether the WAR is still there. */
    static final String REDEPLOY_SECONDS = "1";

    /** Source: HttpChannelOverHttp.headerComplete of Jetty 9.4 and 10. Jetty 12 does not wait for a body there. */
    private static final String JETTY_NEEDS =
            "delayDispatchUntilContent=false. Otherwise an upload stays outside the application, and outside its deadline,"
                    + " until the first part of its body comes";

    /** The Jetty that is measured. */
    public static final Container JETTY = Container.of(
                    "jetty", "Jetty 12 (ee8)", "jetty-home-12", JettyLayouts::measured)
            .watchedBy(ContainerProbes.Jetty::new);

    /** The Tomcat that is measured. */
    public static final Container TOMCAT = Container.of(
                    "tomcat", "Tomcat 9", "apache-tomcat-9", TomcatLayouts::measured)
            .watchedBy(ContainerProbes.Tomcat::new);

    /** The containers of the portability table. */
    public static final List<Container> ALL = List.of(
            Container.of("jetty-12", "Jetty 12 (ee8)", "jetty-home-12", JettyLayouts::redeploying),
            Container.of("jetty-10", "Jetty 10", "jetty-home-10", site -> JettyLayouts.older(site, ""))
                    .needing(JETTY_NEEDS),
            Container.of("jetty-9.4", "Jetty 9.4", "jetty-home-9.4", site -> JettyLayouts.older(site, "--module=stats"))
                    .needing(
                            JETTY_NEEDS
                                    + ". Jetty's module stats: its StatisticsHandler makes a stop wait for waiting requests. Without it"
                                    + " Server.doStop closes their connections, in one of four runs before the application had answered"),
            Container.of("tomcat-9", "Tomcat 9", "apache-tomcat-9", TomcatLayouts::redeploying),
            Container.of("tomcat-10.1", "Tomcat 10.1", "apache-tomcat-10.1", TomcatLayouts::redeploying)
                    .onJakarta(),
            Container.of("tomcat-11", "Tomcat 11", "apache-tomcat-11", TomcatLayouts::redeploying)
                    .onJakarta(),
            Container.of("tomee-8", "TomEE 8 (web profile)", "apache-tomee-webprofile-8", TomcatLayouts::tomee)
                    .needing("--add-opens for the JDK packages that TomEE's start script opens")
                    .limitedBy("TomEE's own slf4j 1.7 replaces the WAR's slf4j 2.0. TomEE does not recognise 2.0:"
                            + " URLClassLoaderFirst.shouldSkipSlf4j looks for StaticLoggerBinder. So TomEE writes the log, without"
                            + " the values that a filter has put into the log context"),
            Container.of("undertow-2.2", "Undertow 2.2", "undertow-2.2", ApplicationServerLayouts::undertow)
                    .needing("a main class that reads web.xml, because Undertow does not read it")
                    .limitedBy("A 204 answer to HEAD has Content-Length: 0, which RFC 9110 8.6 forbids"),
            Container.of("wildfly-26", "WildFly 26", "wildfly-26", ApplicationServerLayouts::wildFly)
                    .needing(
                            "--add-opens for the JDK packages that WildFly's start script opens. No welcome page at the root. max-post-size=0,"
                                    + " because WildFly otherwise cuts an upload off after 10 MB"),
            Container.of("open-liberty", "Open Liberty", "open-liberty-", ApplicationServerLayouts::openLiberty)
                    .needing(
                            "the JDK options that Open Liberty's start script uses, and one setting for each header that names the server")
                    .limitedBy(
                            "isReady() of a response always returns true. A write waits for its reader on the writing thread, at most"
                                    + " httpOptions' writeTimeout of 60 s. The cause: HttpOutputStreamImpl.write calls its own writeToBuffers, so"
                                    + " HttpOutputStreamEE7's is never reached. So a reader that does not read holds a thread, its deadline is late,"
                                    + " and a publisher waits for it. To paths that lead outside the application it answers 500, or 302 to the"
                                    + " same path with a slash, where others answer 400 or 404. No redirect that was followed led to"
                                    + " anything inside"),
            Container.of("payara-micro-5", "Payara Micro 5", "payara-micro-5", ApplicationServerLayouts::payaraMicro)
                    .needing(
                            "a start command that switches off the header that names the server. Undeployment was not tested, because Payara"
                                    + " Micro does not undeploy an application while it runs")
                    .limitedBy(
                            "A stop closes the connections of waiting requests before they are answered. A GET that announces a body gets 400."
                                    + " /WEB-INF and /folder get 301 to the same path with a slash. The part after a semicolon is dropped. So"
                                    + " such paths get 301 or the start page, where others answer 400 or 404. None of these answers had"
                                    + " anything from inside"));

    private Containers() {}

    /** A container of the portability table. @throws LabException if there is none of that name */
    public static Container named(String name) {
        return ALL.stream()
                .filter(container -> container.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new LabException("There is no container \"" + name + "\". The containers are "
                        + ALL.stream().map(Container::name).collect(Collectors.joining(", ")) + "."));
    }

    /** The flags that open packages of the JDK to all code. */
    static List<String> open(String... packages) {
        return Arrays.stream(packages)
                .map(name -> "--add-opens=" + name + "=ALL-UNNAMED")
                .toList();
    }
}
