package asynclab.accesslog.format;

/** Reads numbers from a part of a line, without an object for each. */
public final class Numbers {

    private static final int MOST_DIGITS = 18;
    private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};

    private Numbers() {}

    /** A number such as {@code 12}, {@code 0.123}, {@code 0,123} or {@code 1.2e-05}; NaN if the part is none. HAProxy's +12 is a lower bound, so it is none. */
    public static double decimal(String line, int from, int to) {
        long digits = 0;
        int count = 0;
        int decimals = 0;
        boolean point = false;
        for (int i = from; i < to; i++) {
            char c = line.charAt(i);
            if ((c == '.' || c == ',') && !point && i > from) {
                point = true;
            } else if (c >= '0' && c <= '9' && count <= MOST_DIGITS) {
                digits = 10 * digits + c - '0';
                count++;
                if (point) decimals++;
            } else if (c >= '0' && c <= '9' && point) {
                continue; // more digits than a number can have
            } else if ((c == 'e' || c == 'E') && count > 0) {
                int power = power(line, i + 1, to);
                return power == Integer.MIN_VALUE ? Double.NaN : digits * Math.pow(10, power - decimals);
            } else {
                return Double.NaN;
            }
        }
        return count == 0 || digits < 0
                ? Double.NaN
                : digits / (decimals < POWERS.length ? POWERS[decimals] : Math.pow(10, decimals));
    }

    private static int power(String line, int from, int to) {
        boolean signed = from < to && (line.charAt(from) == '-' || line.charAt(from) == '+');
        long power = whole(line, signed ? from + 1 : from, to);
        if (power < 0 || power > 99) return Integer.MIN_VALUE;
        return (int) (signed && line.charAt(from) == '-' ? -power : power);
    }

    /** A whole number without a sign; -1 if the part is none. */
    public static long whole(String line, int from, int to) {
        if (from >= to || to - from > MOST_DIGITS || to > line.length()) return -1;
        long number = 0;
        for (int i = from; i < to; i++) {
            char c = line.charAt(i);
            if (c < '0' || c > '9') return -1;
            number = 10 * number + c - '0';
        }
        return number;
    }

    /** A number, or the sum of a list such as {@code 0.1, 0.2 : 0.3}, as nginx writes it for several servers; NaN if there is none. */
    public static double duration(String line, int from, int to) {
        double number = decimal(line, from, to);
        if (number >= 0) return number;
        double sum = Double.NaN;
        int start = from;
        for (int i = from; i <= to; i++) {
            boolean comma = i + 1 < to && line.charAt(i) == ',' && line.charAt(i + 1) == ' ';
            boolean colon = i + 2 < to && line.startsWith(" : ", i);
            if (i < to && !comma && !colon) continue;
            double value = decimal(line, start, i);
            if (value >= 0) sum = Double.isNaN(sum) ? value : sum + value;
            else if (i == to && start == from) return Double.NaN;
            start = i + (colon ? 3 : 2);
        }
        return sum;
    }

    /** The microseconds of a value with its unit, such as {@code 12.3ms}, {@code 12 ms} or {@code 1m2.5s}; NaN if the part is none. */
    public static double withUnit(String line, int from, int to) {
        double sum = 0;
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && isOfNumber(line.charAt(end))) end++;
            double value = decimal(line, at, end);
            int unit = end;
            while (unit < to && line.charAt(unit) == ' ') unit++;
            int after = unit;
            while (after < to && Character.isLetter(line.charAt(after))) after++;
            double micros = after == unit ? (value == 0 ? 0 : Double.NaN) : microsOf(line.substring(unit, after));
            if (Double.isNaN(value) || Double.isNaN(micros)) return Double.NaN;
            sum += (micros < 1e6 ? withoutThousands(line, at, end, value) : value) * micros;
            at = after;
            if (after == unit) break;
        }
        return at < to || from == to ? Double.NaN : sum;
    }

    /** Koa writes 1,253ms: where a number has three digits after a comma, it is no fraction. */
    private static double withoutThousands(String line, int from, int to, double value) {
        int comma = line.indexOf(',', from);
        return comma >= from && comma == to - 4 ? value * 1_000 : value;
    }

    private static boolean isOfNumber(char c) {
        return (c >= '0' && c <= '9') || c == '.' || c == ',';
    }

    /** The microseconds of a unit's usual names; NaN if the word is none. */
    public static double microsOf(String word) {
        return switch (word) {
            case "ns", "nanos", "nsec", "nsecs", "nanosec", "nanosecs", "nanosecond", "nanoseconds" -> 1e-3;
            case "us", "\u00b5s", "\u03bcs", "micros", "usec", "usecs" -> 1;
            case "microsec", "microsecs", "microsecond", "microseconds" -> 1;
            case "ms", "MS", "millis", "msec", "msecs", "millisec", "millisecs", "millisecond", "milliseconds" -> 1e3;
            case "s", "sec", "secs", "second", "seconds" -> 1e6;
            case "m", "min" -> 60e6;
            case "h" -> 3600e6;
            default -> Double.NaN;
        };
    }
}
