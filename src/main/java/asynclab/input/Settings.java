package asynclab.input;

import javax.servlet.ServletContext;

/**
 * Settings of a deployment: the system property {@code asynclab.NAME}, else the context parameter {@code NAME} of
 * {@code web.xml}.
 */
public final class Settings {

    private Settings() {}

    /** What is set; empty if nothing is. */
    public static String text(ServletContext context, String name) {
        String override = System.getProperty("asynclab." + name);
        String value = override == null ? context.getInitParameter(name) : override;
        return value == null ? "" : value;
    }

    /** @throws BadParameter if it is no whole number from {@code min} to {@code max} */
    public static int whole(ServletContext context, String name, int min, int max) {
        return (int) Parameters.of(name, text(context, name)).whole(name, min, max, min);
    }
}
