package asynclab.wire.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.book.Book;
import asynclab.server.ServerSettings;
import asynclab.wire.fixture.Await;
import asynclab.wire.fixture.ServerContract;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What the page Live reads, and JMX with it: samples of the server and what each thread does. */
class LiveContract extends ServerContract {

    private static final int THREADS = 20; // only the threads of a small pool are sampled

    @Override
    protected ServerSettings settings() {
        return named("").withRequestThreads(THREADS);
    }

    @Test
    void jmx_says_what_each_thread_does_and_which_request_it_serves() throws Exception {
        var rows = server().probe().threadActivity();
        rows.get(); // requests are recorded from now on
        List<String> seen = whileHeld(
                3,
                "/blocking?ms=",
                () -> rows.get().stream().filter(LiveContract::servesBlocking).count() == 3,
                rows::get,
                response -> assertEquals(200, response.statusCode()));
        var serving = seen.stream().filter(LiveContract::servesBlocking).toList();
        assertEquals(
                3, serving.stream().map(row -> row.split(" ")[2]).distinct().count(), "numbers: " + serving);
        for (String state : List.of("IDLE", "SELECTOR", "ACCEPTOR", "SCHEDULER_WAITING"))
            assertTrue(seen.stream().anyMatch(row -> row.split(" ")[1].equals(state)), state + " in " + seen);
        for (String shown : Book.outputs(Book.page("watching.md")).get(0))
            assertTrue(
                    seen.stream().anyMatch(row -> columns(row).equals(columns(shown))),
                    shown + " on the page is like none of " + seen);
    }

    /** A row without the name of its thread, which each container gives in its own way, and without figures. */
    private static String columns(String row) {
        return Book.shape(row.replaceAll("^((\\S+ ){4}).*", "$1"));
    }

    private static boolean servesBlocking(String row) {
        return row.matches("\\d+ SERVING [1-9]\\d* /blocking \\S.*");
    }

    @Test
    void any_number_of_streams_costs_one_sampler_and_no_stream_costs_none() throws Exception {
        var streams = new ArrayList<HttpResponse<InputStream>>();
        for (int i = 0; i < 20; i++)
            streams.add(client.send(request("/live").build(), HttpResponse.BodyHandlers.ofInputStream()));
        Set<String> first = new TreeSet<>();
        for (var stream : streams) first.add(firstSample(stream.body()));
        assertEquals(1, first.size(), "they got the very same");
        Await.until("a beat of each, and one sampler", () -> scheduledTasks() == 21);
        for (var stream : streams) stream.body().close();
        Await.until("nothing is scheduled", () -> scheduledTasks() == 0);
    }

    private static String firstSample(InputStream stream) throws Exception {
        var line = new StringBuilder();
        for (int c = stream.read(); ; c = stream.read()) {
            assertTrue(c >= 0, "the stream ended");
            if (c != '\n') line.append((char) c);
            else if (line.indexOf("data: ") == 0) return line.substring(6);
            else line.setLength(0);
        }
    }
}
