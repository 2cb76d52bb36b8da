package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.Moment;
import java.util.concurrent.TimeUnit;

/**
 * The servers whose format strings look alike and mean different things. Sources: Tomcat's {@code AbstractAccessLogValve}, {@code
 * ElapsedTimeElement} and {@code DateAndTimeElement} of 8.5.100, 9.0.117 and 10.1.48; Jetty's {@code CustomRequestLog} of 12.0.31;
 * Apache's {@code mod_log_config}; nginx' {@code ngx_http_log_module}.
 */
enum ServerKind {
    TOMCAT_9("tomcat-9", TimeUnit.MILLISECONDS, "%D of Tomcat is in milliseconds up to 10.0", Moment.END, Words.TOMCAT),
    TOMCAT_10_1(
            "tomcat-10.1",
            TimeUnit.MICROSECONDS,
            "%D of Tomcat is in microseconds since 10.1",
            Moment.END,
            Words.TOMCAT),
    APACHE(
            "apache",
            TimeUnit.MICROSECONDS,
            "%D of Apache is in microseconds",
            Moment.START,
            "%t of Apache is when the request was received"),
    JETTY(
            "jetty",
            TimeUnit.MICROSECONDS,
            "%D of Jetty is in microseconds",
            Moment.START,
            "%t of Jetty is when the request was received"),
    NGINX("nginx", TimeUnit.SECONDS, "nginx writes seconds", Moment.END, "nginx writes the line at the request's end"),
    /** A Tomcat of an unknown version. */
    TOMCAT("tomcat", null, "", Moment.END, Words.TOMCAT),
    UNKNOWN("", null, "", null, "");

    private final String id;
    private final TimeUnit unitOfD;
    private final String unitReason;
    private final Moment moment;
    private final String momentReason;

    ServerKind(String id, TimeUnit unitOfD, String unitReason, Moment moment, String momentReason) {
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
    Moment moment() {
        return moment;
    }

    String momentReason() {
        return momentReason;
    }

    private static final class Words {
        static final String TOMCAT = "%t of Tomcat is when the response ended";
    }
}
