package asynclab.accesslog.format;

import asynclab.accesslog.format.LogFormat.BadLine;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A JSON object in each line. The names of its fields are given ({@code json:time=ts,duration=took:ms,method=m,path=p,status=s}),
 * or are those that are usual. Nested objects are skipped.
 *
 * @param names the role of each field: time, duration, method, path, status or request (the first line of the request)
 * @param unit of the duration; null if unknown
 */
record JsonFormat(Map<String, String> names, TimeUnit unit) implements LogFormat {

    static final List<String> ROLES = List.of("time", "duration", "method", "path", "status", "request");

    private static final JsonFactory JSON = new JsonFactory();
    private static final Map<String, TimeUnit> UNITS = Map.of(
            "ns", TimeUnit.NANOSECONDS,
            "us", TimeUnit.MICROSECONDS,
            "ms", TimeUnit.MILLISECONDS,
            "s", TimeUnit.SECONDS);

    /** @throws UnreadableLog if there is no time or no duration */
    JsonFormat {
        for (String role : List.of("time", "duration"))
            if (!names.containsValue(role))
                throw new UnreadableLog("The JSON has no field that is known as the " + role
                        + ". Name it: -DlogFormat=json:time=NAME,duration=NAME:ms,path=NAME");
    }

    /** Of {@code time=ts,duration=took:ms}. */
    static JsonFormat given(String text) {
        var names = new LinkedHashMap<String, String>();
        TimeUnit unit = null;
        for (String pair : text.split(",")) {
            String[] sides = pair.split("=", 2);
            if (sides.length < 2 || !ROLES.contains(sides[0]))
                throw new UnreadableLog("The field \"" + pair + "\" must be one of " + String.join(", ", ROLES)
                        + ", then = and its name in the JSON.");
            int colon = sides[1].lastIndexOf(':');
            boolean hasUnit =
                    sides[0].equals("duration") && colon > 0 && UNITS.containsKey(sides[1].substring(colon + 1));
            if (hasUnit) unit = UNITS.get(sides[1].substring(colon + 1));
            names.put(hasUnit ? sides[1].substring(0, colon) : sides[1], sides[0]);
        }
        return new JsonFormat(names, unit);
    }

    /** By the usual names of the fields of a line. */
    static JsonFormat recognised(String line) {
        var names = new LinkedHashMap<String, String>();
        TimeUnit unit = null;
        try (JsonParser json = JSON.createParser(line)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                String role = role(name.toLowerCase(Locale.ROOT));
                if (role != null && !names.containsValue(role)) {
                    names.put(name, role);
                    if (role.equals("duration")) unit = unitIn(name.toLowerCase(Locale.ROOT));
                }
                json.nextToken();
                json.skipChildren();
            }
        } catch (IOException e) {
            throw new UnreadableLog("The first lines look like JSON and are none.");
        }
        return new JsonFormat(names, unit);
    }

    private static String role(String name) {
        if (name.matches("@?time(_?stamp|_local|_iso8601)?|ts|date")) return "time";
        if (name.matches(
                "((request|response|upstream_response)_?)?(duration|elapsed|took|latency)(_?time)?([_-]?(ns|us|ms|millis|micros|s|sec|seconds))?"
                        + "|request_?time|response_?time|durationms|elapsedms")) return "duration";
        if (name.matches("(request_?|http_?)?method|verb")) return "method";
        if (name.matches("path|ur[il]|request_?ur[il]")) return "path";
        if (name.matches("(status|response_?)(_?code)?")) return "status";
        return name.equals("request") ? "request" : null;
    }

    private static TimeUnit unitIn(String name) {
        if (name.matches(".*(ms|millis)")) return TimeUnit.MILLISECONDS;
        if (name.matches(".*(us|micros)")) return TimeUnit.MICROSECONDS;
        if (name.matches(".*_ns")) return TimeUnit.NANOSECONDS;
        return name.matches(".*(_s|_sec|seconds)") || name.equals("request_time") ? TimeUnit.SECONDS : null;
    }

    @Override
    public BadLine parse(String line, LogFields into) {
        into.clear();
        try (JsonParser json = JSON.createParser(line)) {
            if (json.nextToken() != JsonToken.START_OBJECT) return BadLine.SHAPE;
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String role = names.get(json.currentName());
                JsonToken value = json.nextToken();
                if (value == null) return BadLine.SHAPE; // the line ends too early
                if (value.isScalarValue() && role != null) take(role, json.getText(), into);
                else json.skipChildren();
            }
        } catch (IOException e) {
            return BadLine.SHAPE;
        }
        return into.checked();
    }

    private static void take(String role, String text, LogFields into) {
        switch (role) {
            case "time" -> {
                boolean bracketed = text.startsWith("[") && text.endsWith("]");
                into.stampMicros(Stamp.ANY.micros(text, bracketed ? 1 : 0, text.length() - (bracketed ? 1 : 0)));
            }
            case "duration" -> into.duration(Numbers.decimal(text, 0, text.length()));
            case "method" -> into.method(text);
            case "path" -> into.path(text);
            case "status" -> into.status(Numbers.whole(text, 0, text.length()));
            default -> into.request(text);
        }
    }

    @Override
    public String words() {
        return "JSON with " + names;
    }

    @Override
    public String unitReason() {
        return unit == null ? "" : "the format says so";
    }

    @Override
    public StampMoment moment() {
        return null;
    }

    @Override
    public String momentReason() {
        return "";
    }
}
