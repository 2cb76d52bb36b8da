package asynclab.wire.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.ServerContract;
import asynclab.wire.fixture.ServerSentEvent;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A text comes out of every stream as it went in, or it is refused. */
class TextContract extends ServerContract {

    @Override
    protected ServerSettings settings() {
        return SHARED;
    }

    private HttpResponse<String> publish(String text) throws Exception {
        return get("/publish?text=" + URLEncoder.encode(text, StandardCharsets.UTF_8));
    }

    @ContractRow(59)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "one",
                "one\n",
                "\n",
                "\n\none\n\ntwo\n\n",
                "\0",
                "one\0two",
                " one ",
                ":one",
                "data: one\nid: 7\nevent: end",
                "one\u0085two\u2028three\u000b\u000c",
                "\ufeffone",
                "\ufffd",
                "\u001b[1m\t",
                "\u00e4\u20ac\ud83d\ude00"
            })
    void a_text_comes_out_of_the_long_poll_and_of_the_event_stream_as_it_went_in(String text) throws Exception {
        var published = publish(text);
        assertEquals(200, published.statusCode(), published.body());
        String before = "after=" + (json(published).get("id").asLong() - 1);
        assertEquals(
                text,
                json("/long-poll?" + before).get("events").get(0).get("text").asText());
        var events = ServerSentEvent.in(get("/events?timeoutMs=50&" + before).body());
        assertEquals(text, events.get(0).data());
        assertEquals("message", events.get(0).type());
        assertEquals(
                json("/long-poll?" + before).get("last").asText(), events.get(0).id());
    }

    /** An event stream ends a line at each of these, so a reader could not tell them from a line feed. */
    @ContractRow(59)
    @ParameterizedTest
    @ValueSource(strings = {"\r", "one\rtwo", "one\r\ntwo", "one\r\n", "one\n\r"})
    void a_text_with_a_carriage_return_is_refused_in_a_sentence(String text) throws Exception {
        assertBadInput("text", publish(text));
    }

    @ContractRow(59)
    @ParameterizedTest
    @ValueSource(
            strings = {"%FF", "%C0%80", "%ED%A0%80", "%ED%A0%BD%ED%B8%80", "%F4%90%80%80", "%E2%82", "one%80two", "%zz"
            })
    void a_text_that_is_no_utf_8_is_refused_in_a_sentence(String encoded) throws Exception {
        long before = json(publish("before")).get("id").asLong();
        for (String path : List.of("/publish?text=" + encoded, "/async?ms=1&note=" + encoded, "/events?" + encoded)) {
            try (var connection = connection()) { // the client of the JDK would not send some of them
                var response = connection.get(path);
                assertEquals(400, response.status(), path);
                assertTrue(response.text().contains("percent-encoded UTF-8"), response::text);
            }
        }
        assertEquals(before + 1, json(publish("after")).get("id").asLong(), "nothing was published between");
    }

    /** Its bytes as they are, in UTF-8 and not. Tomcat refuses them itself. */
    @ParameterizedTest
    @ValueSource(strings = {"\u00c3\u00a4", "\u00e4", "\u00ed\u00a0\u0080"})
    void a_text_that_is_not_encoded_is_refused(String bytes) throws Exception {
        try (var connection = connection()) {
            assertEquals(400, connection.get("/publish?text=" + bytes).status());
        }
    }

    /** No servlet reads a text from a body, so none can be stored wrong. */
    @Test
    void a_text_in_the_body_is_not_taken_for_one_in_the_query() throws Exception {
        var form = request("/publish")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofByteArray("text=\u00ff".getBytes(StandardCharsets.ISO_8859_1)));
        assertBadInput("text", send(form));
    }
}
