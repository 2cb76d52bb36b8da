package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.StampMoment;
import java.util.Arrays;
import java.util.List;

/**
 * The servers whose format strings have {@code %D} and {@code %t}, which look alike and mean different things. Sources: Tomcat's {@code
 * AbstractAccessLogValve} of 8.5.100, 9.0.117, 10.1.46, 10.1.48 and 10.1.52; Jetty's {@code CustomRequestLog} of 12.0.31; Apache's
 * {@code mod_log_config}; Undertow's {@code ResponseTimeAttribute} and {@code DateTimeAttribute}; Open Liberty's {@code
 * AccessLogElapsedTime}; varnishncsa(1); lighttpd's {@code mod_accesslog}.
 */
public enum ServerKind {
    TOMCAT_9(
            "tomcat-9",
            DurationUnit.MILLISECONDS,
            "%D of Tomcat is in milliseconds up to 10.0",
            StampMoment.END,
            "%t of Tomcat is when the response ended"),
    /** {@code %t} is when the response ended, but in 10.1.48 the start: there the sum is lost. 10.1.46 and 10.1.52 are right. */
    TOMCAT_10_1("tomcat-10.1", DurationUnit.MICROSECONDS, "%D of Tomcat is in microseconds since 10.1", null, ""),
    APACHE(
            "apache",
            DurationUnit.MICROSECONDS,
            "%D of Apache is in microseconds",
            StampMoment.START,
            "%t of Apache is when the request was received"),
    JETTY(
            "jetty",
            DurationUnit.MICROSECONDS,
            "%D of Jetty is in microseconds",
            StampMoment.START,
            "%t of Jetty is when the request was received"),
    UNDERTOW(
            "undertow",
            DurationUnit.MILLISECONDS,
            "%D of Undertow is in milliseconds",
            StampMoment.END,
            "%t of Undertow is when the line was written"),
    LIBERTY(
            "liberty",
            DurationUnit.MICROSECONDS,
            "%D of Liberty is in microseconds",
            StampMoment.START,
            "%t of Liberty is when the request was received"),
    VARNISH(
            "varnish",
            DurationUnit.MICROSECONDS,
            "%D of varnishncsa is in microseconds",
            StampMoment.START,
            "%t of varnishncsa is when the request was received"),
    LIGHTTPD(
            "lighttpd",
            DurationUnit.MICROSECONDS,
            "%D of lighttpd is in microseconds",
            StampMoment.END,
            "%t of lighttpd is when the request ended"),
    /** A Tomcat of an unknown version. */
    TOMCAT("tomcat", null, "", StampMoment.END, "%t of Tomcat is when the response ended"),
    UNKNOWN("", null, "", null, "");

    /** Other names that users give. Spring Boot's server is Tomcat, of a version that the log does not say. */
    private static final List<List<String>> ALIASES = List.of(
            List.of("tomcat-(7|8|8\\.5|10|10\\.0)", "tomcat-9"),
            List.of("tomcat-11(\\.0)?", "tomcat-10.1"),
            List.of("httpd|ibm-http-server", "apache"),
            List.of("jetty-?\\d[\\d.]*", "jetty"),
            List.of("quarkus|wildfly|jboss|jboss-eap", "undertow"),
            List.of("open-liberty|websphere", "liberty"),
            List.of("varnishncsa", "varnish"),
            List.of("spring-boot", "tomcat"));

    private final String id;
    private final DurationUnit unitOfD;
    private final String unitReason;
    private final StampMoment moment;
    private final String momentReason;

    ServerKind(String id, DurationUnit unitOfD, String unitReason, StampMoment moment, String momentReason) {
        this.id = id;
        this.unitOfD = unitOfD;
        this.unitReason = unitReason;
        this.moment = moment;
        this.momentReason = momentReason;
    }

    /** The server that a user names; null if there is none of this name. */
    public static ServerKind named(String name) {
        String known = ALIASES.stream()
                .filter(alias -> name.matches(alias.get(0)))
                .map(alias -> alias.get(1))
                .findFirst()
                .orElse(name);
        return Arrays.stream(values())
                .filter(server -> server != UNKNOWN && server.id.equals(known))
                .findFirst()
                .orElse(null);
    }

    /** How a user names it before a format string, such as {@code tomcat-9:%h %D}. */
    public String id() {
        return id;
    }

    /** The unit of {@code %D}; null if unknown. */
    public DurationUnit unitOfD() {
        return unitOfD;
    }

    public String unitReason() {
        return unitReason;
    }

    /** The moment of {@code %t}; null if unknown. */
    public StampMoment moment() {
        return moment;
    }

    public String momentReason() {
        return momentReason;
    }
}
