package asynclab.server;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A JMX connection to a JVM of this machine. It uses the attach mechanism, which needs no port and no flag. */
final class JmxConnection implements AutoCloseable {

    private static final String AGENT_ADDRESS = "com.sun.management.jmxremote.localConnectorAddress";

    /** The JDK reads this property when it loads the classes of RMI. Without it, a JVM that hangs is waited for without an end. */
    static final String RESPONSE_TIMEOUT = "sun.rmi.transport.tcp.responseTimeout";

    private static final String TIMEOUT_MILLIS = "300000"; // longer than a container takes to deploy

    static {
        if (System.getProperty(RESPONSE_TIMEOUT) == null) System.setProperty(RESPONSE_TIMEOUT, TIMEOUT_MILLIS);
    }

    private final JMXConnector connector;

    /**
     * A JVM with {@link Server#AGENT} starts its JMX agent itself, and this connection uses that agent. If this connection
     * started the agent first, the agent's threads would have no class loader. Jetty 12.0.31 cannot start an application on such
     * a thread.
     *
     * @param startsAgent whether the JVM has that flag
     * @throws IOException if the JVM or its agent has not started yet
     */
    JmxConnection(long pid, boolean startsAgent) throws IOException {
        try {
            VirtualMachine vm = VirtualMachine.attach(Long.toString(pid));
            String address;
            try {
                address = startsAgent
                        ? vm.getAgentProperties().getProperty(AGENT_ADDRESS)
                        : vm.startLocalManagementAgent();
            } finally {
                vm.detach();
            }
            if (address == null) throw new IOException("The JMX agent has not started yet.");
            connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
        } catch (AttachNotSupportedException e) {
            throw new IOException(e);
        }
    }

    MBeanServerConnection beans() throws IOException {
        return connector.getMBeanServerConnection();
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            // the JVM has ended
        }
    }
}
