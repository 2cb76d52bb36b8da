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

/** Reads a time of a line, in microseconds since 1970, or {@link LogFields#ABSENT} if it is none. A time without a zone is UTC. */
@FunctionalInterface
interface Stamp {

    long micros(String line, int from, int to);

    /** {@code 21/Nov/2026:10:15:30 +0100}, {@code 2026-11-21T10:15:30.123Z}, or seconds, milliseconds or microseconds since 1970. */
    Stamp ANY = (line, from, to) -> {
        if (to - from > 3 && line.charAt(from + 2) == '/') return Stamp.common(line, from, to);
        if (to - from > 18 && line.charAt(from + 4) == '-') return Stamp.iso(line, from, to);
        return Stamp.epoch(line, from, to);
    };

    long SECOND = 1_000_000;
    String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

    /** The common log format, with or without a fraction of the second. */
    static long common(String line, int from, int to) {
        if (to - from < 20) return LogFields.ABSENT;
        int month = MONTHS.indexOf(line.substring(from + 3, from + 6));
        if (month < 0 || month % 3 != 0) return LogFields.ABSENT;
        return time(
                Numbers.whole(line, from + 7, from + 11),
                month / 3 + 1,
                Numbers.whole(line, from, from + 2),
                line,
                from + 12,
                to);
    }

    static long iso(String line, int from, int to) {
        return time(
                Numbers.whole(line, from, from + 4),
                Numbers.whole(line, from + 5, from + 7),
                Numbers.whole(line, from + 8, from + 10),
                line,
                from + 11,
                to);
    }

    /** The time of day at {@code from}: HH:mm:ss, perhaps a fraction, perhaps a zone. */
    private static long time(long year, long month, long day, String line, int from, int to) {
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
        long zone = zoneSeconds(line, at, to);
        return zone == LogFields.ABSENT ? LogFields.ABSENT : micros - zone * SECOND;
    }

    /** Days since 1970. A day of the next month, such as 31 June, is taken as such: servers write none. */
    private static long epochDay(long year, long month, long day) {
        long y = month <= 2 ? year - 1 : year; // H. Hinnant, days_from_civil
        long dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        return 365 * y + y / 4 - y / 100 + y / 400 + dayOfYear - 719_468;
    }

    private static long zoneSeconds(String line, int from, int to) {
        int at = from;
        while (at < to && line.charAt(at) == ' ') at++;
        if (at >= to || line.charAt(at) == 'Z') return 0;
        char sign = line.charAt(at);
        int minutes = at + 3 < to && line.charAt(at + 3) == ':' ? at + 4 : at + 3;
        long hour = at + 3 <= to ? Numbers.whole(line, at + 1, at + 3) : -1;
        long minute = minutes + 2 <= to ? Numbers.whole(line, minutes, minutes + 2) : 0;
        if ((sign != '+' && sign != '-') || hour < 0 || hour > 18 || minute < 0) return LogFields.ABSENT;
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
            String text = formatter.format(sample);
            if (ANY.micros(text, 0, text.length()) == sample.getEpochSecond() * SECOND) return ANY;
            LocalDate.from(formatter.parse(text));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new UnreadableLog("\"" + pattern + "\" is no format of a date with a time: " + e.getMessage());
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

    /** Of Jetty: {@code format|zone|locale}. */
    static Stamp ofParts(String[] parts) {
        Stamp stamp = of(parts[0], parts.length > 2 ? Locale.forLanguageTag(parts[2]) : Locale.ENGLISH);
        boolean ownZone = parts[0].matches(".*[zZxXVO].*"); // also in quotes, where it does no harm
        if (parts.length < 2 || ownZone) return stamp;
        ZoneId zone = ZoneId.of(parts[1], ZoneId.SHORT_IDS);
        return (line, from, to) -> {
            long micros = stamp.micros(line, from, to);
            if (micros == LogFields.ABSENT) return micros;
            var local = LocalDateTime.ofEpochSecond(micros / SECOND, 0, ZoneOffset.UTC);
            return micros - zone.getRules().getOffset(local).getTotalSeconds() * SECOND;
        };
    }

    /** A format of {@code strftime(3)}, with the letters that a date needs. */
    static Stamp ofStrftime(String format) {
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
            default -> throw new UnreadableLog(
                    "%" + code + " of the time format \"" + format + "\" is not known here.");
        };
    }
}
