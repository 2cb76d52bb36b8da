package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.BadLine;

/** The fields of one line. A reader uses one object for all lines. Not thread-safe. */
public final class LogFields {

    /** The value of a time that the line does not have. */
    public static final long ABSENT = Long.MIN_VALUE;

    private long stampMicros;
    private double duration;
    private String method;
    private String path;
    private int status;

    void clear() {
        stampMicros = ABSENT;
        duration = Double.NaN;
        method = "";
        path = "";
        status = 0;
    }

    /** In microseconds since 1970, or {@link #ABSENT}. */
    public long stampMicros() {
        return stampMicros;
    }

    /** In the unit of the format. */
    public double duration() {
        return duration;
    }

    /** Empty if the line does not say. */
    public String method() {
        return method;
    }

    /** Empty if the line does not say. */
    public String path() {
        return path;
    }

    /** 0 if the line does not say. */
    public int status() {
        return status;
    }

    void stampMicros(long micros) {
        stampMicros = micros;
    }

    void addMicros(long micros) {
        if (stampMicros != ABSENT) stampMicros += micros;
    }

    void duration(double value) {
        duration = value;
    }

    void method(String text) {
        method = text;
    }

    void path(String text) {
        path = text;
    }

    void status(long number) {
        status = number >= 100 && number <= 999 ? (int) number : 0;
    }

    /** Takes the first line of a request. A line that is none, such as {@code -}, leaves the path empty. */
    void request(String text) {
        int space = text.indexOf(' ');
        if (space <= 0) return;
        int end = text.lastIndexOf(" HTTP/");
        method = text.substring(0, space);
        path = text.substring(space + 1, end > space ? end : text.length());
    }

    /** Why this is no request; null if it is one. */
    BadLine checked() {
        if (stampMicros == ABSENT || stampMicros < 0) return BadLine.STAMP;
        return duration >= 0 ? null : BadLine.DURATION; // NaN is no duration
    }
}
