package asynclab.parameter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query parameter is decoded to the text that was encoded, or it is refused. */
class QueryStringTest {

    @ContractRow(59)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "%FF",
                "%C0%80", // NUL in two bytes
                "%C0%AF", // a slash in two bytes
                "%E0%80%AF",
                "%ED%A0%80", // a lone surrogate
                "%ED%B0%80",
                "%ED%A0%BD%ED%B8%80", // a pair of surrogates, as in CESU-8
                "%F4%90%80%80", // above U+10FFFF
                "%F8%88%80%80%80",
                "%E2%82", // truncated
                "%80",
                "%",
                "%4z",
                "%-1",
                "%+1",
                "%g0",
                "%\u0664\u0661", // Arabic-Indic digits
                "\u00e4",
                "\ufffd",
                "\ud83d",
                "\ud83d\ude00"
            })
    void what_is_no_percent_encoded_utf_8_is_refused(String undecodable) {
        for (String query : new String[] {
            "text=" + undecodable, "text=a" + undecodable + "b", undecodable + "=1", "a=1&" + undecodable + "&b=2"
        }) {
            var bad = assertThrows(BadParameter.class, () -> Parameters.parse(query), query);
            assertEquals("query", bad.name());
            assertTrue(bad.getMessage().startsWith("query must be percent-encoded UTF-8"), bad.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a b+c%d&e=f",
                "one\ntwo\n",
                "one\r\ntwo\r",
                "\0",
                "\u00e4\u20ac\ud83d\ude00",
                "\ufffd",
                "\ufeff",
                "\u2028",
                "\uffff",
                " ",
                ""
            })
    void what_is_encoded_comes_out_as_it_went_in(String text) {
        String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
        Parameters query = Parameters.parse("first=1&" + encoded + "x=2&text=" + encoded + "&last");
        assertEquals(text, query.text("text"));
        assertEquals("2", query.text(text + "x"));
        assertEquals("", query.text("last"));
    }

    @Test
    void an_equals_sign_separates_a_name_from_its_value_once() {
        Parameters query = Parameters.parse("a==b&&=c&d&e=f=g&");
        assertEquals("=b", query.text("a"));
        assertEquals("", query.text("d"));
        assertEquals("f=g", query.text("e"));
    }

    @Test
    void a_value_is_not_cut_within_a_character() {
        var bad = new BadParameter("text", "x".repeat(39) + "\ud83d\ude00" + "y".repeat(10), "short");
        assertEquals("x".repeat(39) + "\u2026", bad.value());
    }
}
