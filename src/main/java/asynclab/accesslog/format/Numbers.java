package asynclab.accesslog.format;

/** Reads numbers from a part of a line, without an object for each. */
final class Numbers {

    private static final int MOST_DIGITS = 18;

    private Numbers() {}

    /** A number such as {@code 12} or {@code 0.123}; NaN if the part is none. */
    static double decimal(String line, int from, int to) {
        long digits = 0;
        int count = 0;
        double scale = 1;
        boolean point = false;
        for (int i = from; i < to; i++) {
            char c = line.charAt(i);
            if (c == '.' && !point && i > from) {
                point = true;
            } else if (c >= '0' && c <= '9' && count < MOST_DIGITS) {
                digits = 10 * digits + c - '0';
                count++;
                if (point) scale *= 10;
            } else {
                return Double.NaN;
            }
        }
        return count == 0 ? Double.NaN : digits / scale;
    }

    /** A whole number without a sign; -1 if the part is none. */
    static long whole(String line, int from, int to) {
        if (from >= to || to - from > MOST_DIGITS || to > line.length()) return -1;
        long number = 0;
        for (int i = from; i < to; i++) {
            char c = line.charAt(i);
            if (c < '0' || c > '9') return -1;
            number = 10 * number + c - '0';
        }
        return number;
    }

    /** nginx's times of several upstream servers, such as {@code 0.1, 0.2 : 0.3}; their sum, or NaN if there is none. */
    static double sumOfList(String line, int from, int to) {
        double sum = Double.NaN;
        int start = from;
        for (int i = from; i <= to; i++) {
            boolean separator = i == to || line.charAt(i) == ',' || line.charAt(i) == ' ' || line.charAt(i) == ':';
            if (!separator) continue;
            double value = decimal(line, start, i);
            if (value >= 0) sum = Double.isNaN(sum) ? value : sum + value;
            start = i + 1;
        }
        return sum;
    }
}
