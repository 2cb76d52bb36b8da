package asynclab.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Writes an answer as JSON. */
public final class Json {

    private static final ObjectMapper JSON = new ObjectMapper();

    static {
        JSON.getFactory().setCharacterEscapes(new NoMarkup());
    }

    /** Writes {@code <} as its number, so that input of a client is harmless where JSON is read as HTML. */
    private static final class NoMarkup extends CharacterEscapes {
        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            for (char c : "<>&".toCharArray()) codes[c] = ESCAPE_STANDARD;
            return codes;
        }

        @Override
        public SerializableString getEscapeSequence(int character) {
            return null; // there are only the standard ones
        }
    }

    private Json() {}

    /** @throws IllegalArgumentException if the value cannot be serialised */
    public static byte[] bytes(Object value) {
        try {
            return JSON.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + value.getClass(), e);
        }
    }
}
