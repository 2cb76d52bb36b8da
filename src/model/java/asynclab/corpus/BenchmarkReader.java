package asynclab.corpus;

import asynclab.corpus.BenchmarkArm.FurtherFacts;
import asynclab.delay.HoldTime;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads benchmarks from JSON: an object of one benchmark, a list of them, or an object with a list {@code sources}. The names of the
 * parameters must be there, because a wrong name would mean no limit. {@code threads}, {@code users} and {@code timeout_s} may be null.
 * {@code src/site/markdown/benchmarks.md} says what each field means.
 */
public final class BenchmarkReader {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> OF_BENCHMARK = List.of(
            "id",
            "title",
            "author",
            "year",
            "year_estimated",
            "address",
            "server",
            "tool",
            "conclusion",
            "defaults_assumed",
            "note",
            "arms");
    private static final List<String> OF_ARM = List.of(
            "name",
            "threads",
            "hold_s",
            "users",
            "loops_or_duration",
            "ramp_s",
            "think_s",
            "timeout_s",
            "published",
            "limit");
    private static final double MOST_SECONDS = HoldTime.MAX_MILLIS / 1_000.0;
    private static final double LEAST_SECONDS = 0.001; // the model counts milliseconds
    private static final double LEAST_SHARE = 0.001; // without a thread, threads is null
    private static final int LONGEST_LOAD_SECONDS = 604_800;
    private static final int MOST_REQUESTS = 1_000_000_000;
    private static final int MOST_USERS = 1_000_000;
    private static final int MOST_ARMS = 1_000;

    private BenchmarkReader() {}

    /**
     * @param name of the parameter or file that has the text, for the sentence about what is wrong
     * @throws BadParameter if it is no JSON, or if a field is missing or out of range
     */
    public static List<Benchmark> read(String name, String text) {
        JsonNode json;
        try {
            json = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new BadParameter(name, text, "JSON of one benchmark or of several");
        }
        JsonNode several = json.isObject() && json.has("sources") ? json.get("sources") : json;
        if (!several.isArray()) return List.of(benchmark(name, json));
        var all = new ArrayList<Benchmark>();
        for (JsonNode one : several) all.add(benchmark(name + "[" + all.size() + "]", one));
        return all;
    }

    private static Benchmark benchmark(String name, JsonNode json) {
        if (!json.isObject()) throw new BadParameter(name, json.toString(), "a benchmark as a JSON object");
        String where = json.path("id").asText(name);
        JsonNode arms = json.path("arms");
        if (!arms.isArray() || arms.isEmpty() || arms.size() > MOST_ARMS)
            throw new BadParameter(
                    where + ".arms",
                    arms.size() > MOST_ARMS ? arms.size() + " arms" : arms.asText(),
                    "a list of one to " + MOST_ARMS + " arms");
        var ignored = new ArrayList<>(unknown(json, OF_BENCHMARK, List.of()));
        var read = new ArrayList<BenchmarkArm>();
        for (JsonNode arm : arms) {
            read.add(arm(where + ".arms[" + read.size() + "]", arm));
            Stream.concat(unknown(arm, OF_ARM, FurtherFacts.NAMES).stream(), unknownFigures(arm).stream())
                    .filter(field -> !ignored.contains(field))
                    .forEach(ignored::add);
        }
        return new Benchmark(
                where,
                text(where, json, "title"),
                json.path("author").asText(""),
                json.path("year").isInt() ? (Integer) json.path("year").asInt() : null,
                json.path("year_estimated").asBoolean(),
                json.path("address").asText(""),
                json.path("server").asText(""),
                text(where, json, "tool"),
                json.path("conclusion").asText(""),
                json.path("defaults_assumed").asText(""),
                json.path("note").asText(""),
                read,
                ignored);
    }

    private static List<String> unknown(JsonNode json, List<String> known, List<String> optional) {
        var names = new ArrayList<String>();
        json.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name) && !optional.contains(name)) names.add(name);
        });
        return names;
    }

    private static BenchmarkArm arm(String where, JsonNode json) {
        if (!json.isObject()) throw new BadParameter(where, json.toString(), "an arm as a JSON object");
        for (String name : OF_ARM)
            if (!name.equals("limit") && !json.has(name))
                throw new BadParameter(where + "." + name, "", "given, or null");
        Double hold = number(where, json, "hold_s", MOST_SECONDS);
        FurtherFacts further = further(where, json);
        if (hold == null && !further.hold().isEmpty())
            hold = HoldTime.of(Parameters.parse(further.hold())).meanMillis() / 1_000;
        return new BenchmarkArm(
                text(where, json, "name"),
                whole(where, json, "threads"),
                hold,
                whole(where, json, "users"),
                length(where, json, further.requestsALoop()),
                orZero(number(where, json, "ramp_s", 86_400)),
                orZero(number(where, json, "think_s", MOST_SECONDS)),
                number(where, json, "timeout_s", LEAST_SECONDS, 86_400),
                published(where + ".published", json.get("published")),
                json.path("limit").asText(""),
                further);
    }

    private static LoadLength length(String where, JsonNode json, int requestsALoop) {
        String text = json.get("loops_or_duration").asText("");
        if (!LoadLength.unread(text).isEmpty())
            throw new BadParameter(
                    where + ".loops_or_duration",
                    text,
                    "a length such as n=1000, 200 loops, 1 burst, 30 s or 500/s 60 s");
        LoadLength length = LoadLength.parse(text, requestsALoop);
        boolean tooShort = length.seconds() > 0 && length.seconds() < LEAST_SECONDS;
        if (tooShort
                || length.seconds() > LONGEST_LOAD_SECONDS
                || Math.max(length.requests(), length.loops()) > MOST_REQUESTS)
            throw new BadParameter(
                    where + ".loops_or_duration",
                    length.text(),
                    "a load of at most " + MOST_REQUESTS + " requests or loops, and of " + LEAST_SECONDS + " to "
                            + LONGEST_LOAD_SECONDS + " s");
        return length;
    }

    private static FurtherFacts further(String where, JsonNode json) {
        if (FurtherFacts.NAMES.stream().noneMatch(json::has)) return FurtherFacts.NONE;
        Integer requests = whole(where, json, "requests_a_loop");
        Integer calls = whole(where, json, "calls");
        Double share = number(where, json, "share", LEAST_SHARE, 1);
        return new FurtherFacts(
                distribution(json, "hold"),
                distribution(json, "think"),
                requests == null ? 1 : requests,
                calls == null ? 1 : calls,
                share == null ? 1 : share,
                orZero(number(where, json, "background_s", MOST_SECONDS)));
    }

    private static String distribution(JsonNode json, String name) {
        String query = json.path(name).asText("");
        if (!query.isEmpty() && HoldTime.of(Parameters.parse(query)) == null)
            throw new BadParameter(name, query, "a distribution such as minMs=0&maxMs=1000");
        return query;
    }

    private static Map<PublishedFigure, Double> published(String where, JsonNode json) {
        if (!json.isObject() && !json.isNull())
            throw new BadParameter(where, json.toString(), "an object of figures such as {\"X\": 985}, or null");
        var figures = new LinkedHashMap<PublishedFigure, Double>();
        json.fieldNames().forEachRemaining(name -> {
            PublishedFigure figure = PublishedFigure.of(name);
            Double value = figure == null ? null : number(where, json, name, Double.MAX_VALUE);
            if (value != null) figures.put(figure, value);
        });
        return figures;
    }

    private static List<String> unknownFigures(JsonNode arm) {
        return unknown(arm.path("published"), List.of(), List.of()).stream()
                .filter(name -> PublishedFigure.of(name) == null)
                .map(name -> "published." + name)
                .toList();
    }

    private static String text(String where, JsonNode json, String name) {
        String text = json.path(name).asText("");
        if (text.isBlank()) throw new BadParameter(where + "." + name, "", "a text");
        return text;
    }

    private static Double number(String where, JsonNode json, String name, double max) {
        return number(where, json, name, 0, max);
    }

    private static Double number(String where, JsonNode json, String name, double min, double max) {
        JsonNode value = json.path(name);
        if (value.isNull() || value.isMissingNode()) return null;
        if (!value.isNumber() || value.asDouble() < min || value.asDouble() > max)
            throw new BadParameter(
                    where + "." + name,
                    value.toString(),
                    "a number from " + (min == 0 ? "0" : min) + " to " + (long) max + ", or null");
        return value.asDouble();
    }

    private static double orZero(Double number) {
        return number == null ? 0 : number;
    }

    private static Integer whole(String where, JsonNode json, String name) {
        JsonNode value = json.path(name);
        if (value.isNull() || value.isMissingNode()) return null;
        if (!value.isNumber()
                || value.asDouble() != value.asLong()
                || value.asLong() < 1
                || value.asLong() > MOST_USERS)
            throw new BadParameter(
                    where + "." + name, value.toString(), "a whole number from 1 to " + MOST_USERS + ", or null");
        return value.asInt();
    }
}
