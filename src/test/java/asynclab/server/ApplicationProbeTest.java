package asynclab.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;

/** A benchmark deploys a second application beside the WAR. What stops the application must stop the one at the root. */
class ApplicationProbeTest {

    /** An application as a container shows it: the attributes begin with a small letter. */
    public interface AppMBean {
        String getcontextPath();

        String getpath();
    }

    private record App(String getcontextPath, String getpath) implements AppMBean {}

    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();

    private ObjectName register(String name, String contextPath, String path) throws Exception {
        var bean = new StandardMBean(new App(contextPath, path), AppMBean.class);
        return beans.registerMBean(bean, new ObjectName(name)).getObjectName();
    }

    @Test
    void jettys_application_is_the_one_at_the_root() throws Exception {
        var probe = new ContainerProbes.Jetty(beans);
        assertNull(probe.application());
        String name = "org.eclipse.jetty.ee8.webapp:type=webappcontext,id=";
        register(name + 0, "/bare", "");
        ObjectName root = register(name + 1, "/", "");
        register(name + 2, "/other", "");
        assertEquals(root, probe.application());
    }

    @Test
    void tomcats_application_is_the_one_at_the_root() throws Exception {
        var probe = new ContainerProbes.Tomcat(beans);
        String name = "Catalina:j2eeType=WebModule,name=//localhost/";
        for (String other : List.of("bare", "other")) register(name + other, "", "/" + other);
        assertNull(probe.application());
        assertEquals(register(name, "", ""), probe.application());
    }
}
