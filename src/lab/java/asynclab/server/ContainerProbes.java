package asynclab.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** The containers' own names in JMX: of their port, their version, and the application that they run. */
final class ContainerProbes {

    private ContainerProbes() {}

    static final class Jetty extends ServerProbe {

        private static final String SERVER = "org.eclipse.jetty.server:type=server,*";
        private static final int DEPLOY_SECONDS = 60;
        private static final long SCAN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

        Jetty(MBeanServerConnection jmx) {
            super(jmx);
        }

        @Override
        int localPort() throws IOException, JMException {
            // The connector has a port before it has leased its threads. Until then all threads seem usable.
            if (!"STARTED".equals(attribute(SERVER, "state"))) return 0;
            return (int) attribute("org.eclipse.jetty.server:type=serverconnector,*", "localPort");
        }

        @Override
        ObjectName application() throws IOException, JMException {
            return find("org.eclipse.jetty.ee8.webapp:type=webappcontext,*", "contextPath", "/");
        }

        /**
         * Uses Jetty's deployer, which makes a new context for a file that has changed. The old context's operation {@code start}
         * would add the filters of web.xml a second time. A scan reports a changed file only when the next scan finds it
         * unchanged.
         */
        @Override
        void redeploy(Path deployed) {
            call("The application was not deployed again", () -> {
                Files.setLastModifiedTime(deployed, FileTime.from(Instant.now()));
                ObjectName deployer = find("org.eclipse.jetty.deploy:type=deploymentscanner,*");
                long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEPLOY_SECONDS);
                while (!isStarted()) {
                    if (System.nanoTime() > giveUp) throw new IOException("not after " + DEPLOY_SECONDS + " s");
                    jmx.invoke(deployer, "scan", null, null);
                    LockSupport.parkNanos(SCAN_NANOS);
                }
                return null;
            });
        }

        private boolean isStarted() throws IOException, JMException {
            try {
                ObjectName application = application();
                return application != null && "STARTED".equals(jmx.getAttribute(application, "state"));
            } catch (InstanceNotFoundException betweenTheTwo) {
                return false;
            }
        }

        @Override
        public String applicationClassLoader() {
            return "org.eclipse.jetty.ee8.webapp.WebAppClassLoader";
        }

        @Override
        public String version() {
            try {
                return "jetty " + attribute(SERVER, "version");
            } catch (IOException | JMException e) {
                return "jetty";
            }
        }
    }

    static final class Tomcat extends ServerProbe {

        Tomcat(MBeanServerConnection jmx) {
            super(jmx);
        }

        @Override
        int localPort() throws IOException, JMException {
            return (int) attribute("Catalina:type=Connector,*", "localPort");
        }

        @Override
        ObjectName application() throws IOException, JMException {
            return find("Catalina:j2eeType=WebModule,*", "path", "");
        }

        @Override
        Pool withoutPool() {
            return Pool.NONE;
        }

        @Override
        public String applicationClassLoader() {
            return "org.apache.catalina.loader.ParallelWebappClassLoader";
        }

        @Override
        public String version() {
            try {
                return ((String) attribute("Catalina:type=Server,*", "serverInfo"))
                        .replace("Apache Tomcat/", "tomcat ");
            } catch (IOException | JMException e) {
                return "tomcat";
            }
        }
    }

    /** A container of the portability table. Only the JVM and the application have the same names in each. */
    static final class Other extends ServerProbe {

        private final Server server;

        Other(MBeanServerConnection jmx, Server server) {
            super(jmx);
            this.server = server;
        }

        @Override
        int localPort() {
            return server.port();
        }

        @Override
        public void stopApplication() {
            if (!server.undeploys()) throw new NotAvailable("it does not undeploy an application while it runs");
            try {
                server.undeploy();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        ObjectName application() {
            throw new NotAvailable("its names in JMX differ");
        }

        @Override
        public String applicationClassLoader() {
            throw new NotAvailable("its names in JMX differ");
        }

        /** TomEE is a Tomcat, so its version begins with that name, too. */
        @Override
        public String version() {
            Container container = server.container();
            return container.home().startsWith("apache-tom") ? "tomcat" : container.name();
        }
    }
}
