package asynclab.frameworks;

import asynclab.run.plan.Experiment;
import java.util.List;

/**
 * An arm of a post, on the framework of the post and on our servlet in the same container.
 *
 * @param experiment the name of the post's experiment
 * @param arm its name there
 * @param servlet our servlet in the container of the post
 * @param framework the framework of the post
 * @param path of the framework; empty for the path of our servlet
 * @param requestThreads the request threads of each of the two servers
 * @param note why the two servers differ; empty if they do not
 */
record PostArm(
        String experiment,
        String arm,
        Framework servlet,
        Framework framework,
        String path,
        int requestThreads,
        String note) {

    private static final Framework MVC = Framework.SPRING_TOMCAT;

    /**
     * All arms, in the order of the posts. On Jetty, the post's 100 threads include the threads of the connector. On Tomcat they
     * do not.
     */
    static final List<PostArm> ALL = List.of(
            new PostArm(
                    "80-20",
                    "blocking",
                    Framework.SERVLET,
                    Framework.SPRING_JETTY,
                    "/sync",
                    100,
                    "Boot starts Jetty with reserved threads, our jetty.xml has none. They let some requests pass the queue, so the"
                            + " mean is lower and the p99 higher. The arm blocking-reserved of 80-20 has the same with our servlet."),
            new PostArm("80-20", "async", Framework.SERVLET, Framework.SPRING_JETTY, "/async", 100),
            new PostArm("c10k", "non-blocking", Framework.SERVLET_TOMCAT, MVC, "", 50),
            new PostArm(
                    "c10k",
                    "blocking",
                    Framework.SERVLET_TOMCAT,
                    MVC,
                    "",
                    500,
                    "The errors are client timeouts of 10 s. They are the experiment, and the req/s include them."),
            gateway("gateway", "blocking"),
            gateway("gateway", "awaited"),
            gateway("gateway", "non-blocking"),
            new PostArm(
                    "gateway", "non-blocking", Framework.SERVLET_TOMCAT, Framework.named("webflux"), "/gateway", 200),
            gateway("gateway-pools", "worker-pool"),
            gateway("gateway-pools", "common-pool"),
            new PostArm("future", "blocking", Framework.SERVLET_TOMCAT, MVC, "", 200),
            new PostArm("future", "future", Framework.SERVLET_TOMCAT, MVC, "", 200));

    PostArm(String experiment, String arm, Framework servlet, Framework framework, String path, int requestThreads) {
        this(experiment, arm, servlet, framework, path, requestThreads, "");
    }

    private static PostArm gateway(String experiment, String arm) {
        return new PostArm(experiment, arm, Framework.SERVLET_TOMCAT, Framework.SPRING_GATEWAY, "", 200);
    }

    Experiment planned() {
        return Experiment.named(experiment);
    }

    /** The cell of one of the two servers. */
    String cell(Framework server) {
        return "post/" + experiment + "/" + arm + "/" + server.name();
    }
}
