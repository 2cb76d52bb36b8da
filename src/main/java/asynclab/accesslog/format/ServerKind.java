package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.StampMoment;
import java.util.concurrent.TimeUnit;

/**
 * The servers whose format strings look alike and mean different things. Sources: Tomcat's {@code AbstractAccessLogValve}, {@code
 * ElapsedTimeElement} and {@code DateAndTimeElement} of 8.5.100, 9.0.117, 10.1.46, 10.1.48 and 10.1.52; Jetty's {@code CustomRequestLog} of 12.0.31;
 * Apache's {@code mod_log_config}; nginx' {@code ngx_http_log_module}.
 */
enum ServerKind {
    TOMCAT_9(
            "tomcat-9",
            TimeUnit.MILLISECONDS,
            "%D of Tomcat is in milliseconds up to 10.0",
            StampMoment.END,
            TomcatWords.TOMCAT),
    /** {@code %t} is when the response ended, but in 10.1.48 the start: there the sum is lost. 10.1.46 and 10.1.52 are right. */
    TOMCAT_10_1("tomcat-10.1", TimeUnit.MICROSECONDS, "%D of Tomcat is in microseconds since 10.1", null, ""),
    APACHE(
            "apache",
            TimeUnit.MICROSECONDS,
            "%D of Apache is in microseconds",
            StampMoment.START,
            "%t of Apache is when the request was received"),
    JETTY(
            "jetty",
            TimeUnit.MICROSECONDS,
            "%D of Jetty is in microseconds",
            StampMoment.START,
            "%t of Jetty is when the request was received"),
    NGINX(
            "nginx",
            TimeUnit.SECONDS,
            "nginx writes seconds",
            StampMoment.END,
            "nginx writes the line at the request's end"),
    /** A Tomcat of an unknown version. */
    TOMCAT("tomcat", null, "", StampMoment.END, TomcatWords.TOMCAT),
    UNKNOWN("", null, "", null, "");

    private final String id;
    private final TimeUnit unitOfD;
    private final String unitReason;
    private final StampMoment moment;
    private final String momentReason;

    ServerKind(String id, TimeUnit unitOfD, String unitReason, StampMoment moment, String momentReason) {
        this.id = id;
        this.unitOfD = unitOfD;
        this.unitReason = unitReason;
        this.moment = moment;
        this.momentReason = momentReason;
    }

    /** How a user names it before a format string, such as {@code tomcat-9:%h %D}. */
    String id() {
        return id;
    }

    /** The unit of {@code %D}; null if unknown. */
    TimeUnit unitOfD() {
        return unitOfD;
    }

    String unitReason() {
        return unitReason;
    }

    /** The moment of {@code %t}; null if unknown. */
    StampMoment moment() {
        return moment;
    }

    String momentReason() {
        return momentReason;
    }

    private static final class TomcatWords {
        static final String TOMCAT = "%t of Tomcat is when the response ended";
    }
}
