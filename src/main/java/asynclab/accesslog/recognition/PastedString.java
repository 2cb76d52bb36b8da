package asynclab.accesslog.recognition;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes a format string out of what a user copied from a configuration file: server.xml, httpd.conf, nginx.conf, haproxy.cfg, a properties file. */
final class PastedString {

    private static final Pattern NGINX =
            Pattern.compile("(?s)\\s*log_format\\s+\\S+\\s+(?:escape=\\S+\\s+)?(.*?);?\\s*");
    private static final Pattern APACHE =
            Pattern.compile("(?si)\\s*(?:LogFormat|CustomLog\\s+\\S+)\\s+\"((?:[^\"\\\\]|\\\\.)*)\"[^\"]*");
    private static final Pattern ATTRIBUTE = Pattern.compile("(?s).*\\bpattern\\s*=\\s*\"([^\"]*)\".*");
    private static final Pattern PROPERTY = Pattern.compile(
            "(?s)\\s*[a-z][\\w.-]*(?:pattern|log-?format|access-?log-?format|access_log_format|access-log)\\s*[=: ]\\s*(.*?)\\s*");
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"((?:[^\"\\\\]|\\\\.)*)\"");

    private PastedString() {}

    /** The format string itself: without the directive around it, its quotes joined, its escapes resolved. */
    static String clean(String pasted) {
        String text = pasted.strip();
        Matcher nginx = NGINX.matcher(text);
        if (nginx.matches()) return joined(nginx.group(1)).replace("\\\"", "\"");
        Matcher apache = APACHE.matcher(text);
        if (apache.matches()) return unescaped(apache.group(1));
        Matcher attribute = ATTRIBUTE.matcher(text);
        if (attribute.matches()) return entities(attribute.group(1));
        Matcher property = PROPERTY.matcher(text);
        if (property.matches() && !property.group(1).isEmpty()) text = property.group(1);
        boolean several =
                text.startsWith("'") && QUOTED.matcher(text).replaceAll("").isBlank();
        if (several) return unescaped(joined(text));
        boolean wrapped = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"") && text.contains("\\\"");
        return unescaped(entities(wrapped ? text.substring(1, text.length() - 1) : text));
    }

    /** nginx joins strings that stand one after the other. */
    private static String joined(String text) {
        var whole = new StringBuilder();
        Matcher quoted = QUOTED.matcher(text);
        while (quoted.find()) whole.append(quoted.group(1) != null ? quoted.group(1) : quoted.group(2));
        return whole.isEmpty() ? text : whole.toString();
    }

    private static String unescaped(String text) {
        return text.replace("\\\"", "\"").replace("\\t", "\t").replace("\\'", "'");
    }

    private static String entities(String text) {
        return text.replace("&quot;", "\"")
                .replace("&apos;", "'")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }
}
