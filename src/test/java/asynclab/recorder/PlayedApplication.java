package asynclab.recorder;

import asynclab.Played;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import javax.servlet.FilterConfig;
import javax.servlet.ServletContext;

/** The container's side of an application with a filter: its parameters, and what is said to its log. */
final class PlayedApplication {

    final Map<String, String> parameters = new HashMap<>();
    final List<String> said = Collections.synchronizedList(new ArrayList<>());
    final FilterConfig config = played(FilterConfig.class, this::config);
    private final ServletContext context = played(ServletContext.class, this::context);
    private final String path;

    /** @param path of the application: empty, or from a slash */
    PlayedApplication(String path) {
        this.path = path;
    }

    PlayedApplication with(String parameter, String value) {
        parameters.put(parameter, value);
        return this;
    }

    /** @param answers to a method's name and arguments */
    static <T> T played(Class<T> type, BiFunction<String, Object[], Object> answers) {
        return Played.as(type, (self, method, arguments) -> answers.apply(method.getName(), arguments));
    }

    private Object config(String method, Object[] arguments) {
        return switch (method) {
            case "getServletContext" -> context;
            case "getInitParameter" -> parameters.get((String) arguments[0]);
            case "getFilterName" -> "asynclabRecorder";
            default -> throw new UnsupportedOperationException(method);
        };
    }

    private Object context(String method, Object[] arguments) {
        return switch (method) {
            case "getContextPath" -> path;
            case "getServerInfo" -> "Played/1.0";
            case "log" -> said.add((String) arguments[0]) ? null : null;
            case "getInitParameter", "getFilterRegistration" -> null;
            default -> throw new UnsupportedOperationException(method);
        };
    }
}
