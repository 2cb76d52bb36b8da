package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.ContractRow;
import asynclab.parameter.BadParameter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReplyTest {

    /** A value whose serialisation fails halfway. */
    public static final class Halfway {
        public String getFirst() {
            return "this can be written";
        }

        public String getSecond() {
            throw new IllegalStateException("this cannot");
        }
    }

    static Stream<Object> unserialisable() {
        var nullKey = new HashMap<String, String>();
        nullKey.put(null, "x");
        var itself = new ArrayList<Object>();
        itself.add(itself);
        return Stream.of(new Halfway(), List.of(new Halfway()), new Object(), nullKey, itself);
    }

    @ContractRow(36)
    @ParameterizedTest(name = "{index}")
    @MethodSource("unserialisable")
    void a_value_that_cannot_be_serialised_makes_no_reply_and_ends_its_request_with_500(Object value) {
        var thrown = assertThrows(IllegalArgumentException.class, () -> Reply.json(200, value));
        var outcome = Failure.of(thrown, false);
        assertEquals(Ending.FAILED, outcome.ending());
        assertEquals(500, outcome.reply().status());
    }

    @ContractRow(29)
    @Test
    void whatever_fails_while_the_application_stops_is_answered_with_a_retry() {
        for (Throwable thrown : List.of(
                new Failure.BackendFailed("its connection was closed", null),
                new NoClassDefFoundError("after the undeploy"),
                new RejectedExecutionException())) {
            var outcome = Failure.of(thrown, true);
            assertEquals(Ending.DRAINED, outcome.ending());
            assertEquals(503, outcome.reply().status());
        }
        assertEquals(
                400,
                Failure.of(new BadParameter("ms", "x", "a number"), true)
                        .reply()
                        .status());
    }

    @Test
    void markup_that_was_sent_comes_back_as_data() throws Exception {
        String sent = "<b onclick=x>&amp;";
        byte[] body =
                Reply.badParameter(new BadParameter("ms", sent, "a number")).body();
        String text = new String(body, StandardCharsets.UTF_8);
        for (String markup : List.of("<", ">", "&")) assertFalse(text.contains(markup), text);
        assertEquals(sent, new ObjectMapper().readTree(body).get("value").asText());
    }
}
