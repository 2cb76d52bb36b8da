package asynclab.wire.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.exchange.Ending;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiting for an event, as a client sees it. */
class WaitingContract extends ServerContract {

    private static final int VANISHED = 20;

    @Override
    protected ServerSettings settings() {
        return SHARED;
    }

    @Test
    void a_long_poll_is_answered_at_once_with_what_is_newer() throws Exception {
        long first = publish("one");
        publish("two");
        var answer = json("/long-poll?after=" + (first - 1));
        assertTrue(answer.get("last").asText().endsWith("-" + (first + 1)), answer::toString);
        assertEquals(first, answer.get("events").get(0).get("id").asLong());
        assertEquals("one", answer.get("events").get(0).get("text").asText());
        assertEquals("two", answer.get("events").get(1).get("text").asText());
    }

    @Test
    void an_answer_fits_the_containers_buffer_and_has_every_event() throws Exception {
        var texts = List.of("<".repeat(1_000), "\u0001".repeat(1_000), "\ud83d\ude00".repeat(500), "x".repeat(1_000));
        long first = publish("the first");
        long last = first;
        for (int i = 0; i < 20; i++) last = publish(texts.get(i % texts.size()));
        String seen = Long.toString(first);
        var got = new ArrayList<String>();
        while (got.size() < 20) {
            var answer =
                    client.send(request("/long-poll?after=" + seen).build(), HttpResponse.BodyHandlers.ofByteArray());
            assertTrue(answer.body().length <= 8_000, answer.body().length + " bytes");
            var body = JSON.readTree(answer.body());
            seen = body.get("last").asText();
            body.get("events").forEach(event -> got.add(event.get("text").asText()));
        }
        for (int i = 0; i < 20; i++) assertEquals(texts.get(i % texts.size()), got.get(i));
    }

    @ContractRow(9)
    @Test
    void every_waiting_long_poll_gets_the_event_that_is_published() throws Exception {
        long seen = publish("seen");
        var waiting = getMany(200, "/long-poll?timeoutMs=600000&after=" + seen);
        Await.until("all wait", () -> ledger().inFlight() == 200);
        publish("now");
        for (var response : waiting)
            assertEquals(
                    "now",
                    json(response.join()).get("events").get(0).get("text").asText());
        Await.until("no timer is left", () -> scheduledTasks() == 0); // a client has its answer a moment before
        Await.until(
                "none listens", () -> getLater("/publish?text=x").join().body().contains("\"listeners\":0"));
    }

    @Test
    void a_long_poll_without_an_event_is_answered_204_and_that_is_no_failure() throws Exception {
        long answered = ledger().ended(Ending.ANSWERED);
        var response = get("/long-poll?timeoutMs=20");
        assertEquals(204, response.statusCode());
        assertEquals("", response.body());
        counts(Ending.ANSWERED, answered + 1);
        assertEquals(200, get("/async?ms=0").statusCode()); // the connection is clean
    }

    @ContractRow(1)
    @Test
    void events_and_time_racing_give_each_long_poll_one_whole_answer() throws Exception {
        for (int round = 0; round < 20; round++) {
            var racing = getMany(50, "/long-poll?timeoutMs=" + (1 + round % 10));
            publish("round " + round);
            for (var response : racing) {
                assertTrue(List.of(200, 204).contains(response.join().statusCode()));
                assertEquals(
                        response.join().statusCode() == 204,
                        response.join().body().isEmpty());
            }
        }
    }

    @ContractRow(16)
    @Test
    void long_polls_whose_clients_have_vanished_end_at_the_next_event() throws Exception {
        publish("heard before"); // so that the test's own connection is open
        long descriptors = server().probe().openDescriptors();
        var sockets = new ArrayList<Socket>();
        for (int i = 0; i < VANISHED; i++) sockets.add(raw(0, "GET /long-poll?timeoutMs=600000 HTTP/1.1"));
        Await.until("all wait", () -> ledger().inFlight() == VANISHED);
        for (Socket socket : sockets) vanish(socket);
        publish("nobody hears this");
        Await.until("all have ended", () -> ledger().inFlight() == 0);
        Await.until(
                "the server has closed their connections",
                () -> server().probe().openDescriptors() < descriptors + VANISHED / 2);
    }

    @Test
    void a_long_poll_with_a_number_from_before_a_restart_gets_what_there_is() throws Exception {
        publish("new");
        assertEquals(200, get("/long-poll?after=1000000000").statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/long-poll?after=-1", "/long-poll?timeoutMs=0", "/publish", "/publish?text="})
    void bad_input_gets_400(String path) throws Exception {
        assertEquals(400, get(path).statusCode());
    }

    @Test
    void a_text_that_is_too_long_gets_400() throws Exception {
        assertEquals(400, get("/publish?text=" + "x".repeat(1001)).statusCode());
    }

    private long publish(String text) throws Exception {
        String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
        return json(send("POST", "/publish?text=" + encoded)).get("id").asLong();
    }

    @ContractRow(20)
    @Test
    void three_pipelined_requests_are_answered_in_order() throws Exception {
        String next = "\r\nHost: localhost\r\n\r\nGET /async?ms=";
        try (var socket = raw(
                0,
                "GET /async?ms=30" + " HTTP/1.1" + next + "20 HTTP/1.1" + next + "10 HTTP/1.1",
                "Connection: close")) {
            String all = readAll(socket);
            assertTrue(
                    Pattern.compile("Planned-Ms: 30.*Planned-Ms: 20.*Planned-Ms: 10", Pattern.DOTALL)
                            .matcher(all)
                            .find(),
                    all);
        }
    }
}
