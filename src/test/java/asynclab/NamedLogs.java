package asynclab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * A green build prints no log lines. They go into files, and a failure message names the file. Registered for every test in
 * {@code META-INF/services}.
 */
public final class NamedLogs implements TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {

    private static final String OWN = System.getProperty("test.log"); // null outside of Maven

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw named(context, thrown);
    }

    @Override
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw named(context, thrown);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw named(context, thrown);
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw named(context, thrown);
    }

    @Override
    public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw named(context, thrown);
    }

    private static Throwable named(ExtensionContext context, Throwable thrown) {
        if (thrown instanceof TestAbortedException) return thrown;
        var logs = new ArrayList<Path>();
        context.getTestInstance()
                .filter(Logged.class::isInstance)
                .map(Logged.class::cast)
                .ifPresent(logged -> logs.addAll(logged.logs()));
        if (OWN != null) logs.add(Path.of(OWN));
        if (logs.isEmpty()) return thrown;
        String message = thrown instanceof AssertionError ? thrown.getMessage() : thrown.toString();
        return new AssertionError(message + "\nLogs: " + shown(logs), thrown);
    }

    private static String shown(List<Path> logs) {
        return String.join(", ", logs.stream().map(Path::toString).toList());
    }
}
