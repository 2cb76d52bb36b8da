package asynclab.frameworks;

import asynclab.options.LabException;
import asynclab.server.Container;
import asynclab.server.Containers;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A server that offers the service of {@code /hold?ms=}.
 *
 * @param name its name in {@code -Darms=}
 * @param title its usual name, and how its requests wait
 * @param module the module of {@code src/frameworks/pom.xml} with its libraries; for the WAR the empty string
 * @param program its class in {@code asynclab.original}; for the WAR the empty string
 * @param path of the service
 * @param gateway the path that calls the backend, or the empty string
 * @param minJdk the oldest Java that it runs on
 * @param flags flags of its JVM
 */
record Framework(
        String name,
        String title,
        String module,
        String program,
        String path,
        String gateway,
        int minJdk,
        List<String> flags) {

    /** Every ratio is relative to this server. */
    static final Framework SERVLET =
            new Framework("servlet", "our servlet, Jetty 12", "", "", "/async", "/reactiveendpoint", 17, List.of());

    static final Framework SERVLET_TOMCAT = new Framework(
            "servlet-tomcat", "our servlet, Tomcat 9", "", "", "/async", "/reactiveendpoint", 17, List.of());

    /** The rows of the cost table, in their order. */
    static final List<Framework> ALL = List.of(
            SERVLET,
            SERVLET_TOMCAT,
            original("jetty", "embedded Jetty 12, scheduler", "jetty", "JettyHold", "/hold", "", 17),
            original("jetty-virtual", "embedded Jetty 12, virtual threads", "jetty", "JettyHold", "/hold", "", 21)
                    .with("-Dvirtual=true"),
            original("spring-mvc", "Spring MVC on Tomcat, DeferredResult", "spring-mvc", "SpringHold", "/hold", "", 17),
            original(
                            "spring-virtual",
                            "Spring MVC on Tomcat, virtual threads",
                            "spring-mvc",
                            "SpringHold",
                            "/sync",
                            "",
                            21)
                    .with("-Dspring.threads.virtual.enabled=true"),
            original("webflux", "WebFlux on Reactor Netty", "webflux", "WebFluxHold", "/hold", "/gateway", 17),
            original("vertx", "Vert.x", "vertx", "VertxHold", "/hold", "/gateway", 17),
            original("helidon", "Helidon SE, virtual threads", "helidon", "HelidonHold", "/hold", "/gateway", 21)
                    .with("-Dhelidon.serialFilter.missing.action=ignore"), // its filter would refuse the calls over JMX
            original("netty", "Netty alone", "netty", "NettyHold", "/hold", "", 17));

    /** The same program as spring-mvc, for the posts' other endpoints. */
    static final Framework SPRING_TOMCAT =
            original("spring-tomcat", "Spring MVC on Tomcat", "spring-mvc", "SpringHold", "/hold", "", 17);

    /** Spring MVC on the container of the post E1. */
    static final Framework SPRING_JETTY =
            original("spring-jetty", "Spring MVC on Jetty", "spring-jetty", "SpringHold", "/hold", "", 17);

    /** The five endpoints of the post E3. It has no {@code /hold}. */
    static final Framework SPRING_GATEWAY = original(
            "spring-gateway", "Spring MVC on Tomcat", "spring-gateway", "SpringGateway", "/gateway", "/gateway", 17);

    /** A program that is in no table. It needs only Jetty's libraries. */
    static Framework onJetty(String program) {
        return original(program, program, "jetty", program, "/hold", "", 17);
    }

    private static Framework original(
            String name, String title, String module, String program, String path, String gateway, int minJdk) {
        return new Framework(name, title, module, program, path, gateway, minJdk, List.of());
    }

    private Framework with(String flag) {
        return new Framework(name, title, module, program, path, gateway, minJdk, List.of(flag));
    }

    /** @throws LabException if there is none of that name in the table */
    static Framework named(String name) {
        return ALL.stream()
                .filter(framework -> framework.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new LabException("There is no framework \"" + name + "\". The frameworks are "
                        + ALL.stream().map(Framework::name).collect(Collectors.joining(", ")) + "."));
    }

    /** Whether it is the WAR on one of the two measured containers. */
    boolean isServlet() {
        return program.isEmpty();
    }

    /** The container that runs the WAR. */
    Container container() {
        return this == SERVLET_TOMCAT ? Containers.TOMCAT : Containers.JETTY;
    }

    String url(int millis) {
        return path + "?ms=" + millis;
    }

    String gatewayUrl(int millis) {
        return gateway + "?ms=" + millis;
    }
}
