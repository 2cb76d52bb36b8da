package asynclab.server;

import asynclab.options.LabException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All containers: the two that are measured, and those of the portability table. Each of the table is as its makers ship it. The
 * Maven profile {@code containers} unpacks them.
 */
public final class Containers {

    /** How often a container of the portability table checks whether the WAR is still there. */
    static final String REDEPLOY_SECONDS = "1";

    /** Source: HttpChannelOverHttp.headerComplete of Jetty 9.4 and 10. Jetty 12 does not wait for a body there. */
    private static final String JETTY_NEEDS =
            "delayDispatchUntilContent=false. Otherwise an upload stays outside the application, and outside its deadline,"
                    + " until the first part of its body comes";

    private static final String CONVERTED = "the WAR converted by Tomcat's migration tool for Jakarta EE";

    /** The Jetty that is measured. */
    public static final Container JETTY = new Container(
            "jetty",
            "Jetty 12 (ee8)",
            "jetty-home-12",
            "",
            "",
            false,
            JettyLayouts::measured,
            ContainerProbes.Jetty::new);

    /** The Tomcat that is measured. */
    public static final Container TOMCAT = new Container(
            "tomcat",
            "Tomcat 9",
            "apache-tomcat-9",
            "",
            "",
            false,
            TomcatLayouts::measured,
            ContainerProbes.Tomcat::new);

    /** The containers of the portability table. */
    public static final List<Container> ALL = List.of(
            new Container("jetty-12", "Jetty 12 (ee8)", "jetty-home-12", "", false, JettyLayouts::redeploying),
            new Container(
                    "jetty-10", "Jetty 10", "jetty-home-10", JETTY_NEEDS, false, site -> JettyLayouts.older(site, "")),
            new Container(
                    "jetty-9.4",
                    "Jetty 9.4",
                    "jetty-home-9.4",
                    JETTY_NEEDS
                            + ". Jetty's module stats: its StatisticsHandler makes a stop wait for waiting requests. Without it"
                            + " Server.doStop closes their connections, in one of four runs before the application had answered",
                    false,
                    site -> JettyLayouts.older(site, "--module=stats")),
            new Container("tomcat-9", "Tomcat 9", "apache-tomcat-9", "", false, TomcatLayouts::redeploying),
            new Container(
                    "tomcat-10.1", "Tomcat 10.1", "apache-tomcat-10.1", CONVERTED, true, TomcatLayouts::redeploying),
            new Container("tomcat-11", "Tomcat 11", "apache-tomcat-11", CONVERTED, true, TomcatLayouts::redeploying),
            new Container(
                    "tomee-8",
                    "TomEE 8 (web profile)",
                    "apache-tomee-webprofile-8",
                    "--add-opens for the JDK packages that TomEE's start script opens",
                    "TomEE's own slf4j 1.7 replaces the WAR's slf4j 2.0. TomEE does not recognise 2.0:"
                            + " URLClassLoaderFirst.shouldSkipSlf4j looks for StaticLoggerBinder. So TomEE writes the log, without"
                            + " the values that a filter has put into the log context",
                    false,
                    TomcatLayouts::tomee),
            new Container(
                    "undertow-2.2",
                    "Undertow 2.2",
                    "undertow-2.2",
                    "a main class that reads web.xml, because Undertow does not read it",
                    false,
                    ApplicationServerLayouts::undertow),
            new Container(
                    "wildfly-26",
                    "WildFly 26",
                    "wildfly-26",
                    "--add-opens for the JDK packages that WildFly's start script opens. No welcome page at the root. max-post-size=0,"
                            + " because WildFly otherwise cuts an upload off after 10 MB",
                    false,
                    ApplicationServerLayouts::wildFly),
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
                    ApplicationServerLayouts::openLiberty),
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
                    ApplicationServerLayouts::payaraMicro));

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
