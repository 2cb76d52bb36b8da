package asynclab.wire;

import asynclab.lab.ContractCount;
import asynclab.lab.Server;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * The wire contracts on a container of the portability table, on request: {@code mvn verify -Dexperiment=containers
 * -Dcontainer=wildfly-26}. What comes of it goes into the container's row. Jetty 12 and Tomcat 9 have classes of their own. The
 * contracts that are left out ask for a container's own ways (which status it gives to what is no request, its figures in JMX,
 * its hold on a connection) or about the application alone.
 */
@EnabledIfSystemProperty(named = "lab.container", matches = ".+")
class OneContainerIT {

    private static final String NAME = System.getProperty("lab.container");

    @RegisterExtension
    static final Count COUNT = new Count();

    @AfterAll
    static void store() throws Exception {
        COUNT.count.storeIn(Path.of(System.getProperty("lab.results"), "containers"), NAME);
    }

    private static final class Count implements TestWatcher {
        private final ContractCount count = new ContractCount();

        @Override
        public void testSuccessful(ExtensionContext test) {
            count.passed();
        }

        @Override
        public void testFailed(ExtensionContext test, Throwable cause) {
            count.failed(name(test));
        }

        @Override
        public void testAborted(ExtensionContext test, Throwable cause) {
            count.notAsked();
        }

        @Override
        public void testDisabled(ExtensionContext test, Optional<String> reason) {
            count.notAsked();
        }

        private static String name(ExtensionContext test) {
            String method = test.getRequiredTestMethod().getName().replace('_', ' ');
            String which = test.getDisplayName();
            return which.contains("(") && which.endsWith(")") ? method : method + " " + which;
        }
    }

    @Nested
    class OnWire extends WireContract {
        @Override
        Server start(Server.Settings settings) {
            return startContainer(NAME, settings);
        }
    }

    @Nested
    class OnExchange extends ExchangeContract {
        @Override
        Server start(Server.Settings settings) {
            return startContainer(NAME, settings);
        }
    }

    @Nested
    class OnEnding extends EndingContract {
        @Override
        Server start(Server.Settings settings) {
            return startContainer(NAME, settings);
        }
    }

    @Nested
    class OnWaiting extends WaitingContract {
        @Override
        Server start(Server.Settings settings) {
            return startContainer(NAME, settings);
        }
    }

    @Nested
    class OnStreaming extends StreamingContract {
        @Override
        Server start(Server.Settings settings) {
            return startContainer(NAME, settings);
        }
    }

    @Nested
    class OnSecurity extends SecurityContract {
        @Override
        Server start(Server.Settings settings) {
            return startContainer(NAME, settings);
        }
    }
}
