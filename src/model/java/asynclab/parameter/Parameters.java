package asynclab.parameter;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The parameters of a query, read strictly: percent-encoded UTF-8, plain decimal digits, within a range, given once. Everything else is a
 * {@link BadParameter}. Unknown parameters are ignored, so a client may add its own. Immutable.
 */
public final class Parameters {

    private static final int PERCENT_LENGTH = 3;
    private static final int HEX = 16;
    private static final char LAST_OF_ASCII = 0x7f;
    private static final int MOST_DIGITS = 18; // of any number that fits a long
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,18})?");

    private final String[] pairs; // a search through a few pairs is cheaper than a map

    private Parameters(String[] pairs) {
        this.pairs = pairs;
    }

    /** @param namesAndValues alternating; a name may appear more than once; not copied */
    public static Parameters of(String... namesAndValues) {
        return new Parameters(namesAndValues);
    }

    /**
     * Reads the parameters of a URL's query, in time linear in its length. {@code URLDecoder} is not used, because it decodes malformed
     * UTF-8 to U+FFFD: the text would not come out as it went in.
     *
     * @param query as in a URL, or null for none
     * @throws BadParameter if it is not percent-encoded UTF-8: a character that is not ASCII, a percent sign without two digits, an
     *     overlong form or a surrogate
     */
    public static Parameters parse(String query) {
        if (query == null || query.isEmpty()) return of();
        var pairs = new String[2 * (1 + ampersands(query))];
        try {
            for (int from = 0, pair = 0; pair < pairs.length; pair += 2) {
                int next = query.indexOf('&', from);
                int end = next < 0 ? query.length() : next;
                int equals = from;
                while (equals < end && query.charAt(equals) != '=')
                    equals++; // indexOf would search the other pairs, too
                pairs[pair] = decode(query, from, equals);
                pairs[pair + 1] = decode(query, Math.min(equals + 1, end), end);
                from = end + 1;
            }
        } catch (CharacterCodingException undecodable) {
            throw new BadParameter("query", query, "percent-encoded UTF-8");
        }
        return of(pairs);
    }

    private static int ampersands(String query) {
        int count = 0;
        for (int i = query.indexOf('&'); i >= 0; i = query.indexOf('&', i + 1)) count++;
        return count;
    }

    private static String decode(String query, int from, int end) throws CharacterCodingException {
        for (int i = from; i < end; i++) {
            char c = query.charAt(i);
            if (c == '%' || c == '+' || c > LAST_OF_ASCII) return decodeEncoded(query, from, end);
        }
        return query.substring(from, end);
    }

    private static String decodeEncoded(String query, int from, int end) throws CharacterCodingException {
        var bytes = ByteBuffer.allocate(end - from);
        for (int i = from; i < end; ) {
            char c = query.charAt(i);
            if (c > LAST_OF_ASCII) throw new CharacterCodingException();
            if (c == '%') {
                bytes.put(encodedByte(query, i, end));
                i += PERCENT_LENGTH;
            } else {
                bytes.put((byte) (c == '+' ? ' ' : c));
                i++;
            }
        }
        return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString(); // it reports what it cannot decode
    }

    private static byte encodedByte(String query, int percent, int end) throws CharacterCodingException {
        if (end - percent < PERCENT_LENGTH) throw new CharacterCodingException();
        return (byte) (HEX * digit(query.charAt(percent + 1)) + digit(query.charAt(percent + 2)));
    }

    private static int digit(char c) throws CharacterCodingException {
        int digit = c > LAST_OF_ASCII ? -1 : Character.digit(c, HEX);
        if (digit < 0) throw new CharacterCodingException();
        return digit;
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
