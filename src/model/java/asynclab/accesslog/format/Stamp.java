package asynclab.accesslog.format;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** Reads a time of a line, in microseconds since 1970, or {@link LogFields#ABSENT} if the text is not a time. A time without a zone is UTC. */
@FunctionalInterface
public interface Stamp {

    long micros(String line, int from, int to);

    /** {@code 21/Nov/2026:10:15:30 +0100}, {@code 2026-11-21T10:15:30.123Z}, or seconds, milliseconds or microseconds since 1970. */
    Stamp ANY = (line, from, to) -> {
        if (to - from < 4) return LogFields.ABSENT;
        if (to - from == 15 && line.charAt(from + 6) == ' ' && Character.isDigit(line.charAt(from)))
            return Stamp.shortDate(line, from, to);
        char third = line.charAt(from + 2);
        char fifth = to - from > 18 ? line.charAt(from + 4) : ' ';
        if (third == '/' || third == '-') return Stamp.common(line, from, to);
        if (fifth == '-' || fifth == '/') return Stamp.iso(line, from, to);
        return Character.isLetter(line.charAt(from)) ? Stamp.inWords(line, from, to) : Stamp.epoch(line, from, to);
    };

    long SECOND = 1_000_000;
    String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

    /** The common log format, with or without a fraction of the second. */
    static long common(String line, int from, int to) {
        if (to - from < 20) return LogFields.ABSENT;
        return time(
                Numbers.whole(line, from + 7, from + 11),
                month(line, from + 3),
                Numbers.whole(line, from, from + 2),
                line,
                from + 12,
                to);
    }

    /** 1 to 12, or 0 if there is no month at {@code at}. */
    private static int month(String line, int at) {
        char first = line.charAt(at);
        char second = line.charAt(at + 1);
        char third = line.charAt(at + 2);
        for (int i = 0; i < MONTHS.length(); i += 3)
            if (third == MONTHS.charAt(i + 2) && second == MONTHS.charAt(i + 1) && first == MONTHS.charAt(i))
                return i / 3 + 1;
        return 0;
    }

    /** {@code 261120 10:00:01}, as Tornado writes it. */
    static long shortDate(String line, int from, int to) {
        return time(
                2_000 + Numbers.whole(line, from, from + 2),
                Numbers.whole(line, from + 2, from + 4),
                Numbers.whole(line, from + 4, from + 6),
                line,
                from + 7,
                to);
    }

    /** A dash between date and time, as Gin writes it, is skipped. */
    static long iso(String line, int from, int to) {
        int time = line.startsWith(" - ", from + 10) ? from + 13 : from + 11;
        return time(
                Numbers.whole(line, from, from + 4),
                Numbers.whole(line, from + 5, from + 7),
                Numbers.whole(line, from + 8, from + 10),
                line,
                time,
                to);
    }

    /**
     * {@code Fri Nov 20 10:00:01 2026}, {@code Fri, 20 Nov 2026 10:00:01 GMT}, or {@code Nov 20 10:00:01} of syslog, which has no
     * year: this year is taken, or the last one if the time is in the future.
     */
    static long inWords(String line, int from, int to) {
        String[] words = line.substring(from, to).trim().replace(",", "").split(" +");
        boolean weekday = words.length > 3 && !isMonth(words[0]);
        int at = weekday ? 1 : 0;
        if (words.length < at + 3) return LogFields.ABSENT;
        boolean monthFirst = isMonth(words[at]);
        int month = MONTHS.indexOf(words[monthFirst ? at : at + 1]) / 3 + 1;
        if (!isMonth(words[monthFirst ? at : at + 1])) return LogFields.ABSENT;
        String day = words[monthFirst ? at + 1 : at];
        String time = words[monthFirst ? at + 2 : Math.min(at + 3, words.length - 1)];
        String year = monthFirst ? (words.length > at + 3 ? words[at + 3] : "") : words[at + 2];
        if (time.length() < 8) return LogFields.ABSENT;
        if (!year.isEmpty()) return time(wholeOf(year), month, wholeOf(day), time, 0, time.length());
        int now = LocalDate.now(ZoneOffset.UTC).getYear();
        long micros = time(now, month, wholeOf(day), time, 0, time.length());
        boolean future = micros > (Instant.now().getEpochSecond() + 86_400) * SECOND;
        return future ? time(now - 1, month, wholeOf(day), time, 0, time.length()) : micros;
    }

    /** Whether a time ends with a zone, or is a number since 1970. */
    static boolean isZoned(String line, int from, int to) {
        int end = to > from && line.charAt(to - 1) == ']' ? to - 1 : to;
        if (end - from > 9 && isHalf(line, end - 2, end)) end -= 3;
        if (end - from < 6) return true;
        char last = line.charAt(end - 1);
        boolean offset = isSign(line, end - 5) || isSign(line, end - 6);
        boolean hours = isSign(line, end - 3); // of PostgreSQL, such as +01
        return !Character.isDigit(last)
                || (offset && end - from > 11)
                || (hours && end - from > 10)
                || !Double.isNaN(Numbers.decimal(line, from, end));
    }

    private static boolean isSign(String line, int at) {
        return "+-".indexOf(line.charAt(at)) >= 0;
    }

    private static boolean isMonth(String word) {
        return word.length() == 3 && MONTHS.indexOf(word) % 3 == 0;
    }

    private static long wholeOf(String text) {
        return Numbers.whole(text, 0, text.length());
    }

    /** The time of day at {@code from}: HH:mm:ss, perhaps a fraction, perhaps AM or PM, perhaps a zone. */
    private static long time(long year, long month, long day, String line, int from, int to) {
        if (from + 8 > to) return LogFields.ABSENT;
        long hour = Numbers.whole(line, from, from + 2);
        long minute = Numbers.whole(line, from + 3, from + 5);
        long second = Numbers.whole(line, from + 6, from + 8);
        boolean known = year >= 1970 && year < 3000 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
        if (!known || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
            return LogFields.ABSENT;
        long micros = (86_400 * epochDay(year, month, day) + 3_600 * hour + 60 * minute + second) * SECOND;
        int at = from + 8;
        if (at < to && (line.charAt(at) == '.' || line.charAt(at) == ',')) {
            long unit = SECOND / 10;
            for (at++; at < to && Character.digit(line.charAt(at), 10) >= 0; at++, unit /= 10)
                micros += unit * (line.charAt(at) - '0');
        }
        if (isHalf(line, at + 1, to)) {
            if (hour < 1 || hour > 12) return LogFields.ABSENT;
            boolean afternoon = "pP".indexOf(line.charAt(at + 1)) >= 0;
            micros += 3_600 * SECOND * ((afternoon ? 12 : 0) - (hour == 12 ? 12 : 0));
            at += 3;
        }
        long zone = zoneSeconds(line, at, to);
        return zone == LogFields.ABSENT ? LogFields.ABSENT : micros - zone * SECOND;
    }

    /** Whether AM or PM is at {@code from}, as a word after a space. */
    static boolean isHalf(String line, int from, int to) {
        return from > 0
                && from + 2 <= to
                && line.charAt(from - 1) == ' '
                && "aApP".indexOf(line.charAt(from)) >= 0
                && "mM".indexOf(line.charAt(from + 1)) >= 0
                && (from + 2 == to || !Character.isLetterOrDigit(line.charAt(from + 2)));
    }

    /** Days since 1970. 31 June counts as 1 July: servers write no such day. */
    private static long epochDay(long year, long month, long day) {
        long y = month <= 2 ? year - 1 : year; // H. Hinnant, days_from_civil
        long dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        return 365 * y + y / 4 - y / 100 + y / 400 + dayOfYear - 719_468;
    }

    /** The offset of a zone, such as {@code +0100} or {@code GMT+01:00}: 0 if there is none, {@link LogFields#ABSENT} if the text is not a zone. */
    static long zoneSeconds(String line, int from, int to) {
        int at = from;
        while (at < to && line.charAt(at) == ' ') at++;
        boolean utc = line.startsWith("GMT", at) || line.startsWith("UTC", at);
        if (utc) at += 3;
        if (at >= to || line.charAt(at) == 'Z' || utc && (at + 3 > to || !isSign(line, at))) return 0;
        char sign = line.charAt(at);
        int minutes = at + 3 < to && line.charAt(at + 3) == ':' ? at + 4 : at + 3;
        long hour = at + 3 <= to ? Numbers.whole(line, at + 1, at + 3) : -1;
        long minute = minutes + 2 <= to ? Numbers.whole(line, minutes, minutes + 2) : 0;
        if ((sign != '+' && sign != '-') || hour < 0 || hour > 18 || minute < 0 || minute > 59) return LogFields.ABSENT;
        return (sign == '-' ? -1 : 1) * (3_600 * hour + 60 * minute);
    }

    /** Seconds, milliseconds, microseconds or nanoseconds since 1970; which of them, its size tells. */
    static long epoch(String line, int from, int to) {
        double number = Numbers.decimal(line, from, to);
        if (!(number >= 1e8)) return LogFields.ABSENT;
        double micros =
                number < 1e11 ? number * 1e6 : number < 1e14 ? number * 1e3 : number < 1e17 ? number : number / 1e3;
        return micros < 3e16 ? Math.round(micros) : LogFields.ABSENT;
    }

    /**
     * A format of {@link DateTimeFormatter}. If it writes what {@link #ANY} reads, that is used: it is ten times as fast.
     *
     * @throws UnreadableLog if the format is malformed or is not a date with a time
     */
    static Stamp of(String pattern, Locale locale) {
        DateTimeFormatter formatter;
        Instant sample = Instant.parse("2026-11-21T10:15:30Z");
        try {
            formatter = DateTimeFormatter.ofPattern(pattern, locale).withZone(ZoneOffset.UTC);
            boolean zoned = pattern.replaceAll("'[^']*'", "").matches(".*[zZxXVO].*");
            boolean any = isReadByAny(formatter, sample)
                    && (!zoned || isReadByAny(formatter.withZone(ZoneId.of("Europe/Berlin")), sample));
            if (any) return ANY;
            LocalDateTime.from(formatter.parse(formatter.format(sample)));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new UnreadableLog(
                    "A time format must have a date and a time of day, such as yyyy-MM-dd HH:mm:ss, but was \""
                            + pattern + "\": " + e.getMessage()
                            + ". If date, time and zone are fields of their own, give a template with {date} {time} {zone}.");
        }
        return (line, from, to) -> {
            try {
                var time = ZonedDateTime.from(formatter.parse(line.subSequence(from, to)));
                return time.toEpochSecond() * SECOND + time.getLong(ChronoField.MICRO_OF_SECOND);
            } catch (DateTimeException e) {
                return LogFields.ABSENT;
            }
        };
    }

    private static boolean isReadByAny(DateTimeFormatter formatter, Instant sample) {
        String text = formatter.format(sample);
        return ANY.micros(text, 0, text.length()) == sample.getEpochSecond() * SECOND;
    }

    /**
     * Of Jetty: {@code format|zone|locale}.
     *
     * @throws UnreadableLog if the format is malformed or the zone is unknown
     */
    static Stamp ofParts(String text) {
        String[] parts = text.split("\\|", -1);
        Stamp stamp = of(parts[0], parts.length > 2 ? Locale.forLanguageTag(parts[2]) : Locale.ENGLISH);
        boolean ownZone = parts[0].matches(".*[zZxXVO].*"); // also in quotes, where it does no harm
        if (ownZone || parts[1].isEmpty()) return stamp;
        ZoneId zone;
        try {
            zone = ZoneId.of(parts[1], ZoneId.SHORT_IDS);
        } catch (DateTimeException e) {
            throw new UnreadableLog(
                    "The time zone must be one such as UTC, +01:00 or Europe/Berlin, but was \"" + parts[1] + "\".");
        }
        return (line, from, to) -> {
            long micros = stamp.micros(line, from, to);
            if (micros == LogFields.ABSENT) return micros;
            var local = LocalDateTime.ofEpochSecond(micros / SECOND, 0, ZoneOffset.UTC);
            return micros - zone.getRules().getOffset(local).getTotalSeconds() * SECOND;
        };
    }

    /** A format of {@code strftime(3)}, with the letters that a date needs. */
    static Stamp ofStrftime(String format) {
        if (format.equals("%s")) return ANY; // seconds since 1970
        var java = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            boolean code = c == '%' && i + 1 < format.length();
            java.append(
                    code
                            ? letters(format.charAt(++i), format)
                            : Character.isLetter(c) ? "'" + c + "'" : c == '\'' ? "''" : c);
        }
        return of(java.toString(), Locale.ENGLISH);
    }

    private static String letters(char code, String format) {
        return switch (code) {
            case 'Y' -> "yyyy";
            case 'm' -> "MM";
            case 'd', 'e' -> "dd";
            case 'b', 'h' -> "MMM";
            case 'B' -> "MMMM";
            case 'a' -> "EEE";
            case 'H' -> "HH";
            case 'M' -> "mm";
            case 'S' -> "ss";
            case 'z' -> "xx";
            case 'F' -> "yyyy-MM-dd";
            case 'T' -> "HH:mm:ss";
            case '%' -> "%";
            default -> throw new UnreadableLog("%" + code + " of the time format \"" + format + "\" is not supported.");
        };
    }
}
