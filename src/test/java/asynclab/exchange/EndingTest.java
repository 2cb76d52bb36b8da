package asynclab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The names of the endings, where others read them. */
class EndingTest {

    @Test
    void the_book_has_each_ending_and_what_the_client_gets() throws Exception {
        String page = Files.readString(Path.of("src/site/markdown/watching.md"));
        for (Ending ending : Ending.values()) {
            String row = "| `" + ending.label() + "` | " + ending.http() + " |";
            assertTrue(page.contains(row), row);
        }
    }

    @Test
    void a_snapshot_is_a_flat_object_in_json_and_an_ending_that_is_missing_there_stays_missing() throws Exception {
        var json = new ObjectMapper();
        var read = json.readValue(
                "{\"started\":9,\"answered\":4,\"timedOut\":3,\"clientGone\":1,\"inFlight\":1,\"maxInFlight\":5}",
                Ledger.Snapshot.class);
        assertEquals(3, read.ended(Ending.TIMED_OUT));
        assertEquals(0, read.ended(Ending.SHED));
        assertEquals(8, read.endedInAll());
        assertTrue(read.balanced());
        assertEquals(read, json.readValue(json.writeValueAsString(read), Ledger.Snapshot.class));
        assertEquals(
                List.of(
                        "started",
                        "answered",
                        "timedOut",
                        "failed",
                        "clientGone",
                        "shed",
                        "rejected",
                        "drained",
                        "inFlight",
                        "maxInFlight"),
                List.copyOf(new Ledger().snapshot().figures().keySet()));
    }
}
