package asynclab.corpus;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many requests a load has, or for how long it goes on: {@code n=1000}, {@code 200 loops}, {@code 1 burst}, {@code 30 s}, {@code 30
 * min}, {@code 500/s 60 s}. Immutable.
 *
 * @param text as the source's file has it
 * @param requests of all users together, or 0
 * @param loops requests of each user, or 0
 * @param seconds the planned duration, or 0
 * @param perSecond the rate of an open load in requests, or 0
 */
public record LoadLength(String text, long requests, long loops, double seconds, double perSecond) {

    /** With its thousands separated or not. A comma before fewer digits is a decimal comma, which is not read. */
    private static final String WHOLE = "(?<![0-9])(?<![0-9][,.])(?:[1-9][0-9]{0,2}(?:[,_'][0-9]{3})+|[0-9]+)";

    private static final String NUMBER = "(" + WHOLE + "(?:\\.[0-9]+)?k?)";
    private static final String COUNT = "(" + WHOLE + "(?:(?:\\.[0-9]+)?k)?)";
    private static final Pattern RATE = Pattern.compile(NUMBER
            + " ?(?:req(?:uests)?|(users?|iterations?)|rps)? ?(?:/ ?s(?:ec(?:ond)?)?|a second|per second|rps)\\b");
    private static final Pattern TOTAL =
            Pattern.compile("\\bn ?= ?(?:c ?= ?)?" + COUNT + "(?: requests)?|" + COUNT + " requests(?! (?:each|per))");
    private static final Pattern LOOPS = Pattern.compile( // k6 shares its iterations, unless it says each
            COUNT + " ?(?:(?:loops?|bursts?|rounds?)(?: each| per user)?|(?:requests|iterations?) (?:each|per user))");
    private static final Pattern TIME =
            Pattern.compile(NUMBER + " ?(ms|milliseconds|s|sec|secs|seconds?|m|mins?|minutes?|h|hours?)(?![a-z])");
    private static final Pattern BETWEEN = Pattern.compile("\\b(?:for|at|of|and|in all)\\b|[\\s,;.?]+");
    private static final Map<Character, Double> SECONDS = Map.of('s', 1.0, 'm', 60.0, 'h', 3_600.0);

    /** Whether it says how long the load is. */
    public boolean isKnown() {
        return requests > 0 || loops > 0 || seconds > 0;
    }

    /** The planned duration if no number of requests or loops ends the load, or 0. */
    double plannedSeconds() {
        return requests == 0 && loops == 0 ? seconds : 0;
    }

    /** @param requestsALoop that each user or iteration of a rate sends, as of Gatling and k6 */
    static LoadLength parse(String text, int requestsALoop) {
        String rest = text.toLowerCase(Locale.ROOT);
        Matcher rate = RATE.matcher(rest);
        double perSecond = rate.find() ? number(rate.group(1)) * (rate.group(2) == null ? 1 : requestsALoop) : 0;
        rest = rate.replaceFirst(" ");
        Matcher total = TOTAL.matcher(rest);
        long requests = total.find() ? (long) number(total.group(1) == null ? total.group(2) : total.group(1)) : 0;
        rest = total.replaceFirst(" ");
        Matcher loops = LOOPS.matcher(rest);
        long ofEach = loops.find() ? (long) number(loops.group(1)) : 0;
        double seconds = TIME.matcher(loops.replaceFirst(" "))
                .results()
                .mapToDouble(one -> number(one.group(1)) * unit(one.group(2)))
                .sum();
        return new LoadLength(text, requests, ofEach, seconds, perSecond);
    }

    /** What {@link #parse} does not read of a text. Empty if it reads all of it. A question mark stands for nothing. */
    static String unread(String text) {
        String rest = text.toLowerCase(Locale.ROOT);
        for (Pattern once : List.of(RATE, TOTAL, LOOPS))
            rest = once.matcher(rest).replaceFirst(" ");
        rest = TIME.matcher(rest).replaceAll(" ");
        return BETWEEN.matcher(rest).replaceAll(" ").strip();
    }

    private static double number(String digits) {
        return Double.parseDouble(digits.replaceAll("[,_'k]", "")) * (digits.endsWith("k") ? 1_000 : 1);
    }

    private static double unit(String name) {
        return name.equals("ms") || name.startsWith("milli") ? 1e-3 : SECONDS.get(name.charAt(0));
    }
}
