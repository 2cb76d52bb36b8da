package asynclab.wire.container;

import asynclab.portability.ContractCount;
import asynclab.server.Server;
import asynclab.server.ServerProbe;
import asynclab.server.ServerSettings;
import asynclab.wire.exchange.EndingContract;
import asynclab.wire.exchange.ExchangeContract;
import asynclab.wire.exchange.WaitingContract;
import asynclab.wire.exchange.WireContract;
import asynclab.wire.fixture.ServerContract;
import asynclab.wire.pattern.HoldContract;
import asynclab.wire.stream.EventStreamContract;
import asynclab.wire.stream.StreamingContract;
import asynclab.wire.web.SecurityContract;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.opentest4j.TestAbortedException;

/**
 * The wire contracts on a container of the portability table, on request: {@code mvn verify -Dexperiment=containers
 * -Dcontainer=wildfly-26}. What comes of it goes into the container's row. Jetty 12 and Tomcat 9 have classes of their own. The
 * contracts that are left out ask for a container's own ways (which status it gives to what is no request, its figures in JMX,
 * its hold on a connection) or about the application alone. Whatever a container does the run ends: no test takes longer than the
 * profile {@code one-container} says, and after some minutes none is begun any more. Streams come last, where most may fail.
 */
@EnabledIfSystemProperty(named = "lab.container", matches = ".+")
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
@Execution(ExecutionMode.SAME_THREAD)
class OneContainerIT {

    private static final String NAME = System.getProperty("lab.container");

    @RegisterExtension
    static final Count COUNT = new Count();

    @AfterAll
    static void store() throws Exception {
        COUNT.count.store(Path.of(System.getProperty("lab.results")), Boolean.getBoolean("lab.publish"), NAME);
    }

    private static final class Count
            implements TestWatcher, ExecutionCondition, TestExecutionExceptionHandler, AfterTestExecutionCallback {

        private static final int MOST_MINUTES = 7;

        private final long lastBegin = System.nanoTime() + TimeUnit.MINUTES.toNanos(MOST_MINUTES);
        private final ContractCount count = new ContractCount();

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
            return test.getTestMethod().isPresent() && System.nanoTime() > lastBegin
                    ? ConditionEvaluationResult.disabled("no time was left after " + MOST_MINUTES + " minutes")
                    : ConditionEvaluationResult.enabled(null);
        }

        /** A test that needs something that this container does not offer says nothing about the application. */
        @Override
        public void handleTestExecutionException(ExtensionContext test, Throwable cause) throws Throwable {
            throw cause instanceof ServerProbe.NotAvailable missing
                    ? new TestAbortedException(missing.reason(), missing)
                    : cause;
        }

        @Override
        public void afterTestExecution(ExtensionContext test) {
            if (test.getExecutionException().isPresent()
                    && test.getRequiredTestInstance() instanceof ServerContract contract)
                contract.beginAnewUnlessIdle();
        }

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
            count.notAsked(cause.getMessage());
        }

        @Override
        public void testDisabled(ExtensionContext test, Optional<String> reason) {
            count.notAsked(reason.orElse("the test is disabled without a reason"));
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
        protected Server start(ServerSettings settings) {
            return startContainer(NAME, settings);
        }
    }

    @Nested
    class OnExchange extends ExchangeContract {
        @Override
        protected Server start(ServerSettings settings) {
            return startContainer(NAME, settings);
        }
    }

    @Nested
    class OnEnding extends EndingContract {
        @Override
        protected Server start(ServerSettings settings) {
            return startContainer(NAME, settings);
        }
    }

    @Nested
    class OnWaiting extends WaitingContract {
        @Override
        protected Server start(ServerSettings settings) {
            return startContainer(NAME, settings);
        }
    }

    @Nested
    @Order(Integer.MAX_VALUE)
    class OnStreaming extends StreamingContract {
        @Override
        protected Server start(ServerSettings settings) {
            return startContainer(NAME, settings);
        }
    }

    @Nested
    @Order(Integer.MAX_VALUE)
    class OnEventStream extends EventStreamContract {
        @Override
        protected Server start(ServerSettings settings) {
            return startContainer(NAME, settings);
        }
    }

    @Nested
    class OnHold extends HoldContract {
        @Override
        protected Server start(ServerSettings settings) {
            return startContainer(NAME, settings);
        }
    }

    @Nested
    class OnSecurity extends SecurityContract {
        @Override
        protected Server start(ServerSettings settings) {
            return startContainer(NAME, settings);
        }
    }
}
