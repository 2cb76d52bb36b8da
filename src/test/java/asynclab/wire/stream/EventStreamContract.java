package asynclab.wire.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.exchange.Ending;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import asynclab.wire.fixture.ServerSentEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Server-sent events, as a client sees them. */
@Order(Integer.MAX_VALUE) // on another container most fails here
class EventStreamContract extends ServerContract {

    private static final int SMALL_BUFFER = 4 * 1024;

    /** With a small buffer for what is sent, so that little fills it. */
    @Override
    protected ServerSettings settings() {
        return named("").withJvmFlags(List.of("-Dlab.sendBytes=16384"));
    }

    private Socket events(String path, String... headers) throws IOException {
        var head = new String[headers.length + 1];
        head[0] = "GET " + path + " HTTP/1.0"; // no chunks, so that lines can be read as they are
        System.arraycopy(headers, 0, head, 1, headers.length);
        return raw(SMALL_BUFFER, head);
    }

    private static BufferedReader lines(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Reads until the line, which must come. @return all lines before it */
    private static List<String> readUntil(BufferedReader in, String wanted) throws IOException {
        var before = new ArrayList<String>();
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(Await.GIVE_UP_SECONDS); // heartbeats come for ever
        for (String line = in.readLine(); line != null && System.nanoTime() < giveUp; line = in.readLine()) {
            if (withoutEpoch(line).equals(wanted)) return before;
            before.add(withoutEpoch(line));
        }
        throw new IOException("never came: " + wanted + ", but " + before);
    }

    private long publish(String text) throws Exception {
        return json("/publish?text=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
                .get("id")
                .asLong();
    }

    /** A reader that has gone is noticed when the next event is written to it. */
    private boolean isIdleAfterAnEvent() {
        assertEquals(200, getLater("/publish?text=still").join().statusCode());
        return ledger().inFlight() == 0;
    }

    /** A line as it is, but for the epoch before the number of an event. */
    private static String withoutEpoch(String line) {
        return line == null ? null : line.replaceFirst("^id: [0-9a-z]+-", "id: ");
    }

    @Test
    void readers_get_events_as_they_are_published_with_their_numbers() throws Exception {
        var readers = new ArrayList<Socket>();
        var streams = new ArrayList<BufferedReader>();
        for (int i = 0; i < 120; i++) { // more than the pool has threads
            Socket reader = events("/events");
            readers.add(reader);
            streams.add(lines(reader));
            List<String> head = readUntil(streams.get(i), "");
            assertTrue(head.contains("Content-Type: text/event-stream;charset=utf-8"), head::toString);
            readUntil(streams.get(i), "retry: 1000"); // it listens from here on
        }
        long first = publish("one\ntwo \u00e4");
        long second = publish("three");
        for (var stream : streams) {
            readUntil(stream, "id: " + first);
            assertEquals("data: one", stream.readLine());
            assertEquals("data: two \u00e4", stream.readLine());
            assertEquals("", stream.readLine());
            List<String> between = readUntil(stream, "id: " + second);
            assertTrue(List.of("", ":").containsAll(between), between::toString); // a heartbeat may come
            assertEquals("data: three", stream.readLine());
        }
        for (Socket reader : readers) vanish(reader);
        publish("nobody reads this");
        publish("and some only notice now");
        Await.until("all have ended", this::isIdleAfterAnEvent);
    }

    @Test
    void what_was_missed_is_replayed_from_the_last_event_id() throws Exception {
        long seen = publish("seen");
        long missed = publish("missed");
        publish("missed too");
        try (var reader = events("/events?heartbeatMs=100", "Last-Event-ID: " + seen)) {
            var in = lines(reader);
            assertFalse(readUntil(in, "id: " + missed).contains("id: " + seen));
            readUntil(in, "data: missed too");
            long live = publish("live");
            readUntil(in, "id: " + live);
            readUntil(in, ":"); // a heartbeat
            vanish(reader);
        }
    }

    @Test
    void an_id_from_before_a_restart_skips_nothing() throws Exception {
        Server earlier = start(named("-earlier"));
        get(earlier, "/publish?text=before");
        String id = idOf(earlier, "before", null);
        String last = json(get(earlier, "/long-poll?after=0")).get("last").asText();
        assertEquals(id, last);
        Server server = start(named("-restarted"));
        for (String text : List.of("one", "two", "three")) get(server, "/publish?text=" + text);
        assertNotEquals(id, idOf(server, "one", id));
        var answer = json(get(server, "/long-poll?after=" + last));
        assertEquals("one", answer.get("events").get(0).get("text").asText());
        assertEquals(3, answer.get("events").size());
        String next = answer.get("last").asText();
        assertEquals(204, get(server, "/long-poll?timeoutMs=1&after=" + next).statusCode());
    }

    /** The id of the event with that text, for a reader who says where it was. */
    private String idOf(Server server, String text, String lastEventId) throws Exception {
        var request = request(server, "/events?after=0&timeoutMs=50");
        if (lastEventId != null) request.header("Last-Event-ID", lastEventId);
        String all = send(request).body();
        var event = Pattern.compile("id: (\\S+)\ndata: " + text + "\n").matcher(all);
        assertTrue(event.find(), all);
        return event.group(1);
    }

    @ContractRow(16)
    @Test
    void a_reader_that_vanishes_is_noticed_by_a_heartbeat_and_is_client_gone() throws Exception {
        long before = ledger().ended(Ending.CLIENT_GONE);
        for (int i = 0; i < 20; i++) {
            var reader = events("/events?heartbeatMs=100");
            readUntil(lines(reader), "retry: 1000");
            vanish(reader);
        }
        counts(Ending.CLIENT_GONE, before + 20);
        Await.until(
                "none listens", // it is counted a moment before
                () -> getLater("/publish?text=x").join().body().contains("\"listeners\":0"));
        Await.until("no timer is left", () -> scheduledTasks() == 0);
    }

    @ContractRow(62)
    @Test
    void an_interval_of_heartbeats_below_the_shortest_is_refused_with_the_range() throws Exception {
        var response = get("/events?heartbeatMs=99");
        assertEquals(400, response.statusCode());
        assertTrue(
                response.body().contains("heartbeatMs must be a whole number from 100 to 600000, but was"),
                response.body());
    }

    /**
     * Each of 200 streams asks for ten heartbeats a second, and all together may have 200. The test waits for 600, so a slow
     * machine cannot fail it. Each stream may have one heartbeat that was set when there were fewer streams.
     */
    @ContractRow(62)
    @Test
    void however_many_streams_ask_all_their_heartbeats_in_a_second_have_a_bound() throws Exception {
        int streams = 200;
        int perSecond = 200;
        Server bounded =
                start(named("-heartbeats").withJvmFlags(List.of("-Dasynclab.heartbeats-per-second=" + perSecond)));
        var sockets = new ArrayList<Socket>();
        try {
            long beganNanos = System.nanoTime();
            for (int i = 0; i < streams; i++) {
                Socket socket = connect(bounded, 0);
                sockets.add(socket);
                socket.getOutputStream()
                        .write("GET /events?heartbeatMs=100 HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            var beats = sockets.stream().map(BeatCounter::new).toList();
            Await.until("600 heartbeats have come", () -> BeatCounter.all(beats) >= 600);
            long come = BeatCounter.all(beats);
            double seconds = (System.nanoTime() - beganNanos) / 1e9;
            assertTrue(come <= streams + perSecond * seconds, () -> come + " heartbeats in " + seconds + " s");
        } finally {
            for (Socket socket : sockets) vanish(socket);
        }
    }

    /** Counts the lines of one stream that are a colon. */
    private static final class BeatCounter {
        private final Socket socket;
        private String last = "";
        private long beats;

        BeatCounter(Socket socket) {
            this.socket = socket;
        }

        static long all(List<BeatCounter> counters) {
            for (BeatCounter each : counters) each.readAvailable();
            return counters.stream().mapToLong(each -> each.beats).sum();
        }

        private void readAvailable() {
            try {
                InputStream in = socket.getInputStream();
                for (int left = in.available(); left > 0; left--) {
                    last = last.substring(Math.max(0, last.length() - 2)) + (char) in.read();
                    if (last.equals("\n:\n")) beats++;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @ContractRow(10)
    @Test
    void a_reader_that_does_not_read_delays_no_other_reader_and_is_ended() throws Exception {
        long before = ledger().ended(Ending.CLIENT_GONE);
        try (var slow = events("/events");
                var quick = events("/events")) {
            readUntil(lines(slow), "retry: 1000");
            var in = lines(quick);
            readUntil(in, "retry: 1000");
            String text = "x".repeat(1000);
            while (ledger().ended(Ending.CLIENT_GONE) == before) {
                long id = 0;
                for (int i = 0; i < 200; i++) id = publish(text);
                readUntil(in, "id: " + id); // the quick one has them all, whatever the slow one does
            }
            assertEquals(before + 1, ledger().ended(Ending.CLIENT_GONE));
            vanish(quick);
            vanish(slow);
        }
        publish("x");
        Await.until("both have ended", this::isIdleAfterAnEvent);
    }

    @Test
    void a_stream_ends_as_answered_when_its_time_is_over_and_head_at_once() throws Exception {
        long before = ledger().ended(Ending.ANSWERED);
        try (var reader = events("/events?timeoutMs=50&heartbeatMs=600000")) {
            var in = lines(reader);
            readUntil(in, "retry: 1000");
            for (String line = in.readLine(); line != null; line = in.readLine()) assertEquals("", line);
        }
        counts(Ending.ANSWERED, before + 1);
        var response =
                get("/events?timeoutMs=50&heartbeatMs=600000"); // HTTP/1.1: the last chunk says that this was all
        assertEquals(": welcome\nretry: 1000\n\n", response.body());
        try (var head = raw(0, "HEAD /events HTTP/1.1", "Connection: close")) {
            String all = readAll(head);
            assertTrue(all.contains("text/event-stream") && all.endsWith("\r\n\r\n"), all);
        }
    }

    /** A browser that gets a 400 closes its EventSource for good. A browser that gets this event goes on, and has a valid ID again. */
    @ContractRow(61)
    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1", "k-", "K-1", "1-2-3", "9999999999999999999", "<b>", "\u00e4", "1, 2"})
    void an_event_stream_goes_on_from_now_with_a_last_event_id_that_is_none_and_says_so(String id) throws Exception {
        long last = publish("before");
        try (var reader = events("/events", "Last-Event-ID: " + id)) {
            var in = lines(reader);
            String first = in.readLine();
            assertTrue(first.matches("HTTP/1\\.[01] 200.*"), first); // Undertow answers HTTP/1.0 with its version
            readUntil(in, "retry: 1000");
            assertEquals("", in.readLine());
            assertEquals("event: from-now", in.readLine());
            String from = in.readLine();
            assertTrue(from.matches("id: [0-9a-z]+-" + last), from);
            String said = in.readLine();
            assertTrue(
                    said.startsWith("data: Last-Event-ID must be an event ID such as ")
                            && said.endsWith(" This stream has the events from now on."),
                    said);
            assertEquals("", in.readLine());
            long next = publish("next");
            List<String> between = readUntil(in, "id: " + next);
            assertTrue(List.of("", ":").containsAll(between), between::toString); // a heartbeat may come
            assertEquals("data: next", in.readLine());
            vanish(reader);
        }
        publish("nobody reads this");
    }

    @ContractRow(61)
    @Test
    void after_what_a_stream_says_from_now_on_nothing_is_missed() throws Exception {
        publish("before");
        var request = request("/events?timeoutMs=50&heartbeatMs=600000").header("Last-Event-ID", "junk");
        String all = send(request).body();
        ServerSentEvent fromNow = ServerSentEvent.in(all).get(0);
        assertEquals("from-now", fromNow.type());
        publish("missed");
        var again = request("/events?timeoutMs=50&heartbeatMs=600000").header("Last-Event-ID", fromNow.id());
        all = send(again).body();
        assertEquals(
                List.of("missed"),
                ServerSentEvent.in(all).stream().map(ServerSentEvent::data).toList());
    }
}
