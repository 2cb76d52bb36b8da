package asynclab.parameter;

import java.util.regex.Pattern;

/**
 * A strict reader of query parameters: plain decimal digits, within a range, given once. Everything else is a
 * {@link BadParameter}. Unknown parameters are ignored, so a client may add its own. Immutable.
 */
public final class Parameters {

    private static final int MOST_DIGITS = 18; // of any number that fits a long
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,6})?");

    private final String[] pairs; // a search through a few pairs is cheaper than a map

    private Parameters(String[] pairs) {
        this.pairs = pairs;
    }

    /** @param namesAndValues alternating; a name may appear more than once; not copied */
    public static Parameters of(String... namesAndValues) {
        return new Parameters(namesAndValues);
    }

    public boolean has(String name) {
        return find(name, 0) >= 0;
    }

    private int find(String name, int from) {
        for (int i = from; i < pairs.length; i += 2) if (pairs[i].equals(name)) return i;
        return -1;
    }

    /** The value of a parameter, or null when it is absent. */
    public String text(String name) {
        int found = find(name, 0);
        if (found < 0) return null;
        int again = find(name, found + 2);
        if (again >= 0) throw new BadParameter(name, pairs[found + 1] + ", " + pairs[again + 1], "given once");
        return pairs[found + 1];
    }

    /** The value of a parameter as a whole number from {@code min} to {@code max}, both inclusive, or {@code absent}. */
    public long whole(String name, long min, long max, long absent) {
        String text = text(name);
        return text == null ? absent : whole(name, text, min, max);
    }

    /** The text as a whole number from {@code min} to {@code max}, both inclusive. */
    public static long whole(String name, String text, long min, long max) {
        long number = isWhole(text) ? Long.parseLong(text) : Long.MIN_VALUE;
        if (number < min || number > max)
            throw new BadParameter(name, text, "a whole number from " + min + " to " + max);
        return number;
    }

    private static boolean isWhole(String text) {
        int digits = text.startsWith("-") ? 1 : 0;
        if (text.length() == digits || text.length() > digits + MOST_DIGITS) return false;
        for (int i = digits; i < text.length(); i++) if (text.charAt(i) < '0' || text.charAt(i) > '9') return false;
        return true;
    }

    /** The value of a parameter as a decimal number from 0 to {@code max}, such as 4 or 1.5, or 0 when it is absent. */
    public double decimal(String name, double max) {
        String text = text(name);
        if (text == null) return 0;
        double number = DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (!(number <= max)) throw new BadParameter(name, text, "a decimal number from 0 to " + (long) max);
        return number;
    }

    /** The value of a parameter as a decimal number above 0, such as 58 or 331.5, or null when it is absent. */
    public Double positive(String name, double max) {
        String text = text(name);
        if (text == null) return null;
        double number = DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (!(number > 0 && number <= max))
            throw new BadParameter(name, text, "a decimal number above 0 and at most " + (long) max);
        return number;
    }
}
