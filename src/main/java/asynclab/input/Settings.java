package asynclab.input;

import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.servlet.FilterConfig;
import javax.servlet.ServletConfig;
import javax.servlet.ServletContext;

/**
 * The settings of the application, of a servlet or of a filter. No other class reads them.
 *
 * <p>A setting of the application is the system property {@code asynclab.NAME}, else the context parameter {@code NAME} of
 * {@code web.xml}. There are two exceptions. {@code seed} and {@code timeout-millis} are context parameters only. {@code backend-url}
 * is overridden by {@code asynclab.backend}. A setting of a servlet or a filter is its init-param. Thread-safe.
 */
public final class Settings {

    private static final String PREFIX = "asynclab.";
    private static final Set<String> WITHOUT_PROPERTY = Set.of("seed", "timeout-millis");

    private final UnaryOperator<String> values; // by name; null for an absent setting

    private Settings(UnaryOperator<String> values) {
        this.values = values;
    }

    /** The settings of the application. */
    public static Settings of(ServletContext context) {
        return new Settings(name -> {
            String property = WITHOUT_PROPERTY.contains(name)
                    ? null
                    : System.getProperty(PREFIX + (name.equals("backend-url") ? "backend" : name));
            return property == null ? context.getInitParameter(name) : property;
        });
    }

    /** The settings of a servlet. */
    public static Settings of(ServletConfig servlet) {
        return new Settings(servlet::getInitParameter);
    }

    /** The settings of a filter. */
    public static Settings of(FilterConfig filter) {
        return new Settings(filter::getInitParameter);
    }

    /** The value of a setting; empty if it is absent. */
    public String text(String name) {
        return text(name, "");
    }

    /** The value of a setting, or {@code absent}. */
    public String text(String name, String absent) {
        String value = values.apply(name);
        return value == null ? absent : value;
    }

    /** @throws BadParameter if the value is absent or is not a whole number from {@code min} to {@code max} */
    public int whole(String name, int min, int max) {
        return (int) Parameters.whole(name, text(name), min, max);
    }

    /** The same, or {@code absent}. */
    public int whole(String name, int min, int max, int absent) {
        return (int) whole(name, min, max, (long) absent);
    }

    /** The same for large numbers. */
    public long whole(String name, long min, long max, long absent) {
        String value = values.apply(name);
        return value == null ? absent : Parameters.whole(name, value, min, max);
    }
}
