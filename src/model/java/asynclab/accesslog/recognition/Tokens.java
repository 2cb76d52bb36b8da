package asynclab.accesslog.recognition;

import asynclab.accesslog.format.DurationUnit;
import asynclab.accesslog.format.LogFields;
import asynclab.accesslog.format.Numbers;
import asynclab.accesslog.format.Stamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A line cut into words. What is in quotes, brackets or parentheses is one word; so are a date with its time and its zone, a list with commas
 * after its values, and a number with its unit. A value is a word without its key, quotes and brackets. It reads each character a bounded
 * number of times. Immutable.
 */
final class Tokens {

    private static final int MOST_IN_BRACKETS = 100;
    private static final Pattern REQUEST =
            Pattern.compile("[A-Z]{3,20} \\S.*?( HTTP[/_]\\d([._]\\d)?)?", Pattern.DOTALL);
    private static final Pattern METHOD = Pattern.compile(
            "GET|POST|PUT|DELETE|HEAD|OPTIONS|PATCH|TRACE|CONNECT|PROPFIND|PROPPATCH|MKCOL|COPY|MOVE|LOCK|UNLOCK|REPORT|PURGE");
    private static final Pattern PATH = Pattern.compile("(/|https?://)\\S*");
    private static final Pattern THREE_DECIMALS = Pattern.compile("\\d+\\.\\d{3}");

    private static final Pattern USUAL_STATUS = Pattern.compile("20[01246]|30[12478]|40[01349]|429|499|50[0234]");
    private static final Pattern THOUSANDS = Pattern.compile("[1-9]\\d{0,2},\\d{3}");
    private static final long TWO_DAYS_MICROS = 172_800_000_000L; // zones differ by up to 26 hours
    private static final Pattern PAIR = Pattern.compile("\\*{0,2}(\\d+)(?:/(\\d+))?\\*{0,2}");

    private final String line;
    private final char separator;
    private List<Word> words = new ArrayList<>();

    /**
     * A word, by positions in the line.
     *
     * @param start of the word, with its key and quotes
     * @param from of the value
     * @param to the end of the value
     */
    private record Word(int start, int from, int to) {

        int length() {
            return to - from;
        }
    }

    /** @param separator a space for words; else what is between the cells of a line */
    Tokens(String line, char separator) {
        this.line = line;
        this.separator = separator;
        int at = 0;
        while (at < line.length()) {
            if (separator == ' ' && isSpace(at)) {
                at++;
                continue;
            }
            int end = separator == ' ' ? endOfWord(at) : endOfCell(at);
            if (separator == ' ') addWord(at, end);
            else add(at, end);
            at = separator == ' ' ? end : end + 1;
        }
        words = joined();
    }

    /** What is between the values of these lines: a bar, tabs or semicolons if each line has as many, else spaces. */
    static char separator(List<String> lines) {
        for (char c : new char[] {'|', '\t', ';', ','}) {
            long[] counts = lines.stream()
                    .mapToLong(line -> line.chars().filter(it -> it == c).count())
                    .sorted()
                    .toArray();
            long usual = counts[counts.length / 2];
            double same = Arrays.stream(counts).filter(count -> count == usual).count();
            if (usual >= 3 && same >= 0.9 * counts.length && hasRequests(lines, c)) return c;
        }
        return ' ';
    }

    /** Whether a request, a method or a path is alone between two of them in most lines. */
    private static boolean hasRequests(List<String> lines, char separator) {
        long found = lines.stream()
                .map(line -> new Tokens(line, separator))
                .filter(words -> IntStream.range(0, words.size())
                        .mapToObj(words::value)
                        .anyMatch(value -> isMethod(value) || isPath(value) || isRequest(value)))
                .count();
        return found >= 0.7 * lines.size();
    }

    /** Adds a word. A pair of whole numbers, such as Apache's {@code **%T/%D**}, is two. */
    private void addWord(int start, int end) {
        Matcher numbers = PAIR.matcher(line).region(start, end);
        boolean one = !numbers.matches();
        add(one ? start : numbers.start(1), one ? end : numbers.end(1));
        if (!one && numbers.group(2) != null) add(numbers.start(2), numbers.end(2));
    }

    private void add(int start, int end) {
        words.add(stripped(start, end));
    }

    private boolean isSpace(int at) {
        return line.charAt(at) == ' ' || line.charAt(at) == '\t';
    }

    private int endOfCell(int from) {
        if (line.charAt(from) == '"') {
            int close = closingQuote(from);
            if (close >= 0 && (close + 1 == line.length() || line.charAt(close + 1) == separator)) return close + 1;
        }
        int end = line.indexOf(separator, from);
        return end < 0 ? line.length() : end;
    }

    private int endOfWord(int start) {
        int at = start + keyLength(start);
        if (at < line.length()) {
            char open = line.charAt(at);
            int close = -1;
            if (open == '"') close = closingQuote(at);
            else if (open == '[' || open == '(') close = closing(at, open == '[' ? ']' : ')');
            if (close > at) return close + 1;
        }
        while (at < line.length() && !isSpace(at)) at++;
        return at;
    }

    private int closingQuote(int open) {
        int at = open + 1;
        while (at < line.length() && line.charAt(at) != '"') at += line.charAt(at) == '\\' ? 2 : 1;
        return at < line.length() ? at : -1;
    }

    private int closing(int open, char bracket) {
        int most = Math.min(line.length(), open + MOST_IN_BRACKETS);
        for (int at = open + 1; at < most; at++) if (line.charAt(at) == bracket) return at;
        return -1;
    }

    /** The length of a key and its {@code =} or {@code :}; 0 if the word has none. */
    private int keyLength(int start) {
        int at = start;
        if (at >= line.length() || !Character.isLetter(line.charAt(at))) return 0;
        while (at < line.length() && isOfKey(line.charAt(at))) at++;
        if (at + 1 >= line.length() || isSpace(at + 1)) return 0;
        char c = line.charAt(at);
        return c == '=' || (c == ':' && !line.startsWith("//", at + 1)) ? at + 1 - start : 0;
    }

    private static boolean isOfKey(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-';
    }

    /** Leaves out the key, the quotes and the brackets of a word. */
    private Word stripped(int start, int end) {
        int a = start;
        int b = end;
        if (separator != ' ') {
            while (a < b && isSpace(a)) a++;
            while (b > a && isSpace(b - 1)) b--;
        }
        a += Math.min(b - a, keyLength(a));
        if (b - a > 1 && line.charAt(a) == '"' && line.charAt(b - 1) == '"') return new Word(start, a + 1, b - 1);
        boolean stripped = true;
        while (stripped && b - a > 1) {
            stripped = "\"[(<".indexOf(line.charAt(a)) >= 0;
            if (stripped) a++;
            if (b > a && "\"]),;>".indexOf(line.charAt(b - 1)) >= 0) {
                b--;
                stripped = true;
            }
        }
        return new Word(start, a, b);
    }

    /** Joins the parts of a date, of a list, and a number with its unit. */
    private List<Word> joined() {
        var joined = new ArrayList<Word>();
        for (Word word : words) {
            Word before = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (before != null && isOne(before, word))
                joined.set(joined.size() - 1, new Word(before.start, before.from, word.to));
            else joined.add(word);
        }
        return joined;
    }

    private boolean isOne(Word before, Word word) {
        if (word.start - before.to > 3) return false;
        return isRestOfTime(before, word) || separator == ' ' && (isRestOfList(before, word) || isUnitOf(before, word));
    }

    private boolean isRestOfTime(Word date, Word time) {
        boolean clock = time.length() >= 8
                && line.charAt(time.from + 2) == ':'
                && line.charAt(time.from + 5) == ':'
                && time.start == time.from;
        if ((date.length() == 10 || date.length() == 11) && Character.isDigit(line.charAt(date.from)) && clock)
            return true;
        boolean half = time.length() == 2 && Stamp.isHalf(line, time.from, line.length());
        boolean hours = time.length() == 3 && separator == ' '; // of PostgreSQL, such as +01
        boolean zone = (hours || time.length() == 5 || time.length() == 6 && line.charAt(time.from + 3) == ':')
                && "+-".indexOf(line.charAt(time.from)) >= 0
                && Stamp.zoneSeconds(line, time.from, time.to) != LogFields.ABSENT;
        return (half || zone)
                && date.length() >= 19
                && date.length() <= 40
                && isStamp(line.substring(date.from, date.to));
    }

    private boolean isRestOfList(Word list, Word word) {
        return list.to < line.length()
                && line.charAt(list.to) == ','
                && word.start == list.to + 2
                && line.charAt(word.start) != '"'
                && list.from == list.start;
    }

    private boolean isUnitOf(Word number, Word word) {
        if (word.length() > 12 || word.start != number.to + 1) return false;
        return DurationUnit.named(line.substring(word.from, word.to)) != null
                && !Double.isNaN(Numbers.decimal(line, number.from, number.to));
    }

    String line() {
        return line;
    }

    int size() {
        return words.size();
    }

    int from(int word) {
        return words.get(word).from;
    }

    int to(int word) {
        return words.get(word).to;
    }

    String value(int word) {
        return line.substring(from(word), to(word));
    }

    /** The key before the value; empty if there is none. */
    String key(int word) {
        int start = words.get(word).start;
        int length = keyLength(start);
        return length == 0 || start + length > from(word) ? "" : line.substring(start, start + length - 1);
    }

    /** What a value looks like: t a time, r a request, m a method, p a path, s a status, n a number, u a number with a unit, - nothing, else x. */
    static char kind(String value) {
        if (value.equals("-") || value.isEmpty()) return '-';
        if (isStatus(value)) return 's';
        if (isStamp(value)) return 't';
        if (isNumber(value)) return 'n';
        if (isWithUnit(value)) return 'u';
        if (isMethod(value)) return 'm';
        if (isPath(value)) return 'p';
        return isRequest(value) ? 'r' : 'x';
    }

    /** A time in microseconds since 1970; {@link LogFields#ABSENT} if it is none. */
    static long micros(String time) {
        return Stamp.ANY.micros(time, 0, time.length());
    }

    /** Whether a number would be a time far from the date in its line, as a Snowflake id of 19 digits is. */
    static boolean isId(String number, String date) {
        return isNumber(number)
                && !isNumber(date)
                && isStamp(date)
                && Math.abs(micros(number) - micros(date)) > TWO_DAYS_MICROS;
    }

    /** Whether a comma is between thousands, as in 1,253 ms: smaller numbers have none. Of decimals each has one. */
    static boolean haveThousands(List<String> texts) {
        List<String> numbers = texts.stream()
                .map(text -> text.replaceAll("[^\\d.,]", ""))
                .filter(number -> !number.isEmpty())
                .toList();
        List<String> commas =
                numbers.stream().filter(number -> number.indexOf(',') >= 0).toList();
        return !commas.isEmpty()
                && commas.size() < numbers.size()
                && commas.stream().allMatch(number -> THOUSANDS.matcher(number).matches());
    }

    static boolean isStamp(String value) {
        long micros = micros(value);
        boolean number = isNumber(value);
        long earliest = number ? 1_300_000_000L : 978_307_200L; // a number from 2011, else from 2001
        long latest = number ? 2_500_000_000L : 4_102_444_800L;
        return micros != LogFields.ABSENT && micros > earliest * 1_000_000 && micros < latest * 1_000_000;
    }

    /** Seconds with at least three decimals. */
    static boolean isFraction(String value) {
        String last = value.substring(value.lastIndexOf(' ') + 1);
        return last.matches("\\d+[.,]\\d{3,9}");
    }

    /** Seconds with three decimals, as nginx writes them; of a list the last value counts. */
    static boolean isOfNginx(String value) {
        return THREE_DECIMALS
                .matcher(value.substring(value.lastIndexOf(' ') + 1))
                .matches();
    }

    /** A number, or a list of numbers. */
    static boolean isNumber(String value) {
        return !Double.isNaN(number(value));
    }

    /** The number, or the sum of the list; NaN if it is none. */
    static double number(String value) {
        return Numbers.duration(value, 0, value.length());
    }

    static boolean isWithUnit(String value) {
        return !value.isEmpty()
                && Character.isDigit(value.charAt(0))
                && !isNumber(value)
                && !Double.isNaN(Numbers.withUnit(value, 0, value.length()));
    }

    static boolean isStatus(String value) {
        return value.length() == 3
                && value.charAt(0) >= '1'
                && value.charAt(0) <= '5'
                && Numbers.whole(value, 0, 3) > 0;
    }

    /** A status that servers often answer with. */
    static boolean isUsualStatus(String value) {
        return USUAL_STATUS.matcher(value).matches();
    }

    static boolean isMethod(String value) {
        return METHOD.matcher(value).matches();
    }

    static boolean isPath(String value) {
        return PATH.matcher(value).matches();
    }

    static boolean isRequest(String value) {
        int space = value.indexOf(' ');
        return space > 0
                && REQUEST.matcher(value).matches()
                && (value.contains(" HTTP") || isMethod(value.substring(0, space)));
    }

    /** A request with nothing behind it. A message such as {@code GET /a 200 12ms} is none. */
    static boolean isWholeRequest(String value) {
        return isRequest(value) && (value.contains(" HTTP") || value.indexOf(' ') == value.lastIndexOf(' '));
    }
}
