package asynclab.parameter;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the parameters of a URL's query, in time linear in its length. {@code URLDecoder} is not used, because it decodes malformed
 * UTF-8 to U+FFFD: the text would not come out as it went in.
 */
public final class QueryString {

    private static final int PERCENT_LENGTH = 3;
    private static final int HEX = 16;
    private static final char LAST_OF_ASCII = 0x7f;

    private QueryString() {}

    /**
     * @param query as in a URL, or null for none
     * @throws BadParameter if it is not percent-encoded UTF-8: a character that is not ASCII, a percent sign without two digits, an
     *     overlong form or a surrogate
     */
    public static Parameters parse(String query) {
        if (query == null || query.isEmpty()) return Parameters.of();
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
        return Parameters.of(pairs);
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
}
