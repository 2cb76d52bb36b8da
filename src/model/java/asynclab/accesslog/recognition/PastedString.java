package asynclab.accesslog.recognition;

import asynclab.accesslog.format.FormatTable;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes a format string out of what a user copied from a configuration file: server.xml, httpd.conf, nginx.conf, haproxy.cfg, a properties file. */
final class PastedString {

    private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*)\"";
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'|" + TEXT);
    /** The directives around a format string; the last group that matches has it. */
    private static final List<Pattern> DIRECTIVES = List.of(
            Pattern.compile("(?s)\\s*log_format\\s+\\S+\\s+(?:escape=\\S+\\s+)?(.*?);?\\s*"), // nginx
            Pattern.compile("(?si)\\s*(?:LogFormat|CustomLog\\s+\\S+)\\s+" + TEXT + "[^\"]*"), // Apache
            Pattern.compile("(?s).*\\bpattern\\s*=\\s*\"([^\"]*)\".*"), // server.xml
            Pattern.compile("(?s).*<pattern>(.*)</pattern>.*"), // logback-access
            Pattern.compile("(?s)\\s*morgan\\('(.*)'.*\\)\\s*;?\\s*"),
            Pattern.compile("(?s)\\s*logformat\\s+\\S+\\s+(.*?)\\s*"), // Squid
            Pattern.compile("(?s)\\s*(?:varnishncsa\\s.*)?-F\\s+'(.*)'\\s*"),
            // properties, YAML, Jetty's formatString, HAProxy, gunicorn, Envoy, Istio
            Pattern.compile("(?si)\\s*-*(?:[a-z][\\w.-]*)?(?:inline_string|pattern|format(?:string)?)"
                    + "\\s*[=: ]\\s*(.*?)\\s*"));

    private static final Pattern NAMED = Pattern.compile("([a-zA-Z][\\w.-]*):(?s:.*)");

    private PastedString() {}

    /**
     * The format string itself: without the directive around it, its quotes joined, its escapes resolved. After the name of a server the text
     * is left as it is, so that the name is not lost: its format string is cleaned by itself.
     */
    static String clean(String pasted) {
        String text = pasted.strip();
        if (isNamed(text)) return text;
        if (text.matches("option\\s+https?log(\\s+clf)?")) return text.endsWith("clf") ? "haproxy-clf" : "haproxy";
        for (Pattern directive : DIRECTIVES) {
            Matcher matcher = directive.matcher(text);
            if (matcher.matches() && !matcher.group(1).isEmpty()) {
                text = matcher.group(1);
                break;
            }
        }
        boolean several = !text.isEmpty()
                && "'\"".indexOf(text.charAt(0)) >= 0
                && QUOTED.matcher(text).replaceAll("").isBlank();
        return entities((several ? joined(text) : text)
                .replace("\\\"", "\"")
                .replace("\\t", "\t")
                .replace("\\'", "'")
                .replaceAll("(?:\\\\n)+$", "")); // Envoy's end of the line
    }

    private static boolean isNamed(String text) {
        Matcher matcher = NAMED.matcher(text);
        if (!matcher.matches()) return false;
        String name = matcher.group(1).toLowerCase(Locale.ROOT);
        return FormatTable.table().server(name) != null || FormatTable.table().dialect(name) != null;
    }

    /** nginx joins strings that stand one after the other. */
    private static String joined(String text) {
        var whole = new StringBuilder();
        Matcher quoted = QUOTED.matcher(text);
        while (quoted.find()) whole.append(quoted.group(1) != null ? quoted.group(1) : quoted.group(2));
        return whole.toString();
    }

    private static String entities(String text) {
        return text.replace("&quot;", "\"")
                .replace("&apos;", "'")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }
}
