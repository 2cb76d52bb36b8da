package asynclab.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import asynclab.Played;
import asynclab.delay.HoldPlanner;
import asynclab.delay.HoldTime;
import asynclab.exchange.Reply;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.planner.ExplainQuestion;
import asynclab.planner.PredictQuestion;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import javax.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.Test;

/** Every parser accepts a query or refuses it with a sentence. */
class ParserFuzzTest {

    private static final long SEED = 20_261_121;
    private static final int QUERIES = 100_000;

    private static final List<List<String>> VALID = List.of(
            List.of("ms=1", "timeoutMs=5"),
            List.of("minMs=1", "maxMs=3", "seed=7"),
            List.of("mix=80:1000,20:4000", "seed=1"),
            List.of("medianMs=300", "sigma=0.5", "seed=1"),
            List.of("medianMs=300", "meanMs=400.5"),
            List.of("meanMs=300", "timeoutMs=5"),
            List.of("percentiles=50:100,90:400,99.9:2000"),
            List.of(
                    "users=1000",
                    "ramp=30",
                    "loops=10",
                    "mix=80:1000,20:4000",
                    "threads=100",
                    "backend=50",
                    "discipline=reserved-threads",
                    "reserved=2"),
            List.of("users=10", "duration=60", "ms=300", "thinkMinMs=1000", "thinkMaxMs=2000", "workers=8", "rate=3"),
            List.of("arrivalRate=70", "duration=300", "ms=20", "arrivals=constant", "processingMs=20", "waitingMs=5"),
            List.of(
                    "users=9",
                    "ms=20",
                    "processingMs=0.5",
                    "cores=2",
                    "connections=8",
                    "connectionShare=0.5",
                    "limit=9"),
            List.of("users=9", "ms=20", "connections=8", "connectionTimeoutMs=250"),
            List.of("users=100", "ramp=30", "loops=30", "ms=300", "throughput=23.6", "mean=1719", "tolerance=5"),
            List.of("users=100", "loops=30", "ms=300", "p50=1", "p99=2.5", "max=300", "find=think", "threads=8"),
            List.of(
                    "users=9",
                    "ms=300",
                    "mean=301",
                    "find=connections",
                    "threads=8",
                    "connectionShare=0.5",
                    "cores=2"));

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final QueryFuzz fuzz = new QueryFuzz(random);
    private final HoldPlanner planner = new HoldPlanner(HoldTime.parseMix("default-mix", "80:1000,20:4000"), null);
    private final ObjectMapper json = new ObjectMapper();

    private final List<Consumer<Parameters>> parsers = List.of(
            query -> {
                HoldTime hold = HoldTime.of(query);
                if (hold == null) return;
                assertInRange(0, HoldTime.MAX_MILLIS, hold.maxMillis());
                assertTrue(hold.meanMillis() >= 0 && hold.meanMillis() <= hold.maxMillis());
                assertInRange(0, hold.maxMillis(), hold.sampleMillis(random));
            },
            query -> assertInRange(0, HoldTime.MAX_MILLIS, planner.planMillis(query)),
            query -> assertInRange(
                    0, HoldTime.MAX_MILLIS, planner.setDefault(query).maxMillis()),
            query -> assertInRange(-3, 3, query.whole("ms", -3, 3, 0)),
            query -> assertInRange(5, Long.MAX_VALUE / 10, query.whole("seed", 5, Long.MAX_VALUE / 10, 5)),
            query -> {
                Double number = query.positive("throughput", 1_000);
                assertTrue(number == null || number > 0 && number <= 1_000);
            },
            query -> {
                double share = query.decimal("connectionShare", 1);
                assertTrue(share >= 0 && share <= 1);
            },
            query -> {
                if (query.has("mix"))
                    assertInRange(
                            0,
                            HoldTime.MAX_MILLIS,
                            HoldTime.parseMix("mix", query.text("mix")).maxMillis());
            },
            PredictQuestion::read,
            ExplainQuestion::read);

    private static void assertInRange(long min, long max, long value) {
        assertTrue(value >= min && value <= max, () -> value + " is not from " + min + " to " + max);
    }

    @ContractRow(35)
    @Test
    void a_hundred_thousand_queries_are_understood_or_refused_in_a_sentence() {
        int understood = 0;
        int refused = 0;
        for (int i = 0; i < QUERIES; i++) {
            String text = next();
            var said = new HashSet<String>(); // many parsers refuse a query in the same words
            int parser = -1;
            try {
                Parameters query = RequestHead.query(asking(text));
                while (++parser < parsers.size()) {
                    try {
                        parsers.get(parser).accept(query);
                        understood++;
                    } catch (BadParameter bad) {
                        refused++;
                        if (said.add(bad.getMessage())) assertSays(bad, text);
                    }
                }
            } catch (BadParameter undecodable) {
                refused += parsers.size();
                assertSays(undecodable, text);
            } catch (RuntimeException | Error wrong) {
                throw new AssertionError("seed " + SEED + ", query " + i + ", parser " + parser + ": " + text, wrong);
            }
        }
        int parsed = QUERIES * parsers.size();
        assertTrue(
                understood > parsed / 10 && refused > parsed / 10, understood + " understood, " + refused + " refused");
    }

    /** Any refusal can be written as JSON, is short, and reads back unchanged. */
    private void assertSays(BadParameter bad, String text) {
        try {
            byte[] body = Reply.badParameter(bad).body();
            assertTrue(body.length < 2_000, text);
            assertEquals(bad.value(), json.readTree(body).get("value").asText(), text);
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }

    /** In every other query, up to three characters are changed. */
    private String next() {
        var query = new StringBuilder(fuzz.query(fuzz.oneOf(VALID)));
        for (int edits = fuzz.chance(50) ? random.nextInt(1, 4) : 0; edits > 0 && !query.isEmpty(); edits--) {
            int at = random.nextInt(query.length());
            char other = (char) (fuzz.chance(90) ? random.nextInt(' ', 128) : random.nextInt(0x10000));
            switch (random.nextInt(3)) {
                case 0 -> query.setCharAt(at, other);
                case 1 -> query.insert(at, other);
                default -> query.deleteCharAt(at);
            }
        }
        return query.toString();
    }

    private static HttpServletRequest asking(String query) {
        return Played.as(HttpServletRequest.class, (proxy, method, arguments) -> {
            if (!method.getName().equals("getQueryString")) throw new AssertionError("asks for more: " + method);
            return query;
        });
    }
}
