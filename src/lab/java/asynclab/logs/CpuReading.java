package asynclab.logs;

import static asynclab.document.Texts.number;
import static asynclab.document.Texts.text;

import asynclab.accesslog.format.LogFields;
import asynclab.accesslog.format.Stamp;
import asynclab.logs.CpuFile.CpuSample;
import asynclab.logs.CpuFile.Unit;
import asynclab.options.LabException;
import asynclab.options.TrafficOptions;
import asynclab.traffic.Traffic;
import asynclab.traffic.processor.CpuRecord;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The file of processor use as numbers on the log's clock.
 *
 * @param record all intervals of the file
 * @param words how it was read: format, unit, times
 */
record CpuReading(CpuRecord record, List<String> words) {

    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;
    private static final double JITTER = 1.05; // pidstat's own clock
    private static final double MOST_IRREGULAR = 0.2;
    private static final String DAY_TIME = "\\d{1,2}:\\d{2}:\\d{2}( [AP]M)?";
    private static final DateTimeFormatter TWELVE_HOURS = DateTimeFormatter.ofPattern("h:mm:ss a", Locale.ENGLISH);
    private static final DateTimeFormatter HOURS = DateTimeFormatter.ofPattern("H:mm:ss", Locale.ENGLISH);

    /**
     * Reads the file that the options name.
     *
     * @param traffic of the log: times without a date get theirs from it
     * @throws LabException if it is missing or malformed, a value is outside its range, or fewer than 20 intervals are within the log
     */
    static CpuReading read(TrafficOptions asked, Traffic traffic) throws IOException {
        CpuFile file = CpuFile.read(asked.cpuFile());
        ZoneId zone = asked.cpuZone();
        long[] stamps = stamps(file, zone, traffic);
        for (int i = 1; i < stamps.length; i++)
            if (stamps[i] <= stamps[i - 1])
                throw new LabException(text(
                        "The times of -DcpuFile must ascend, but line %d has \"%s\" after \"%s\".",
                        file.rows().get(i).line(),
                        file.rows().get(i).time(),
                        file.rows().get(i - 1).time()));
        long length = length(stamps);
        Unit unit = unit(file, asked.cpuUnit);
        double servers = asked.instances * (unit == Unit.ONE ? 1 : asked.cores) / 100.0;
        double[] busy = file.rows().stream()
                .mapToDouble(row -> servers * checked(row, unit, asked.cores))
                .toArray();
        if (Arrays.stream(busy).allMatch(one -> one == 0))
            throw new LabException("-DcpuFile must have a percentage above 0, but all " + busy.length + " are 0.");
        boolean atEnd = asked.cpuStamp.equals("end");
        long[] starts = Arrays.stream(stamps)
                .map(stamp -> atEnd ? stamp - length : stamp)
                .toArray();
        boolean whole = Arrays.stream(stamps).allMatch(stamp -> stamp % SECOND == 0);
        var record = new CpuRecord(starts, length, whole ? SECOND : 0, busy);
        checkOverlap(record, traffic, zone);
        return new CpuReading(record, words(file, asked, unit, record));
    }

    private static List<String> words(CpuFile file, TrafficOptions asked, Unit unit, CpuRecord record) {
        var words = new ArrayList<String>();
        words.add(text(
                "%s is read as %s: %,d intervals of %s s from %s on, in the time zone %s where it names none.",
                asked.cpuFile().getFileName(),
                file.tool(),
                record.size(),
                number(record.lengthMicros() / 1e6),
                LogReading.moment(record.startMicros()[0]),
                asked.cpuZone()));
        String reason = !asked.cpuUnit.isEmpty()
                ? "as -DcpuUnit says"
                : file.unit() != null
                        ? "as its format says"
                        : unit == Unit.ONE
                                ? "because there are values above 100"
                                : "because -DcpuUnit does not say otherwise";
        words.add(text(
                "A percentage is of %s, %s. A time is the %s of its interval (-DcpuStamp).",
                unit == Unit.ONE ? "one processor" : "all processors of a server", reason, asked.cpuStamp));
        if (file.rows().stream().allMatch(row -> row.percent() <= 1))
            words.add("No value is above 1. If the values are parts of 1, multiply them by 100.");
        if (asked.instances > 1) words.add("The use is taken as the mean of the " + asked.instances + " servers.");
        if (file.unit() == null)
            words.add(
                    "A value is taken as the mean of its interval. If it is a rate over a longer window, the times come out too small.");
        return List.copyOf(words);
    }

    /** The option decides, else the format, else a value above 100. Otherwise it is all processors, and the report says so. */
    private static Unit unit(CpuFile file, String asked) {
        if (!asked.isEmpty()) return Unit.valueOf(asked.toUpperCase(Locale.ROOT));
        if (file.unit() != null) return file.unit();
        return file.rows().stream().anyMatch(row -> row.percent() > 100) ? Unit.ONE : Unit.ALL;
    }

    private static double checked(CpuSample row, Unit unit, int cores) {
        int most = unit == Unit.ONE ? 100 * cores : 100;
        if (row.percent() < 0 || row.percent() > JITTER * most)
            throw new LabException(text(
                    "A percentage of -DcpuFile must be from 0 to %,d, which is %s, but line %d has %s.",
                    most,
                    unit == Unit.ONE ? "100 for each of -Dcores=" + cores : "all processors",
                    row.line(),
                    number(row.percent())));
        return Math.min(row.percent(), most);
    }

    /** The median distance. */
    private static long length(long[] stamps) {
        if (stamps.length < 2) throw new LabException("-DcpuFile must have at least two times, but has one.");
        long[] distances = new long[stamps.length - 1];
        for (int i = 0; i < distances.length; i++) distances[i] = stamps[i + 1] - stamps[i];
        Arrays.sort(distances);
        long median = distances[distances.length / 2];
        long regular = Arrays.stream(distances)
                .filter(distance -> Math.abs(distance - median) <= Math.max(median / 2, SECOND))
                .count();
        if (regular < (1 - MOST_IRREGULAR) * distances.length)
            throw new LabException(text(
                    "The times of -DcpuFile must be at equal distances, but only %,d of %,d are near %s s.",
                    regular, distances.length, number(median / 1e6)));
        return median;
    }

    private static void checkOverlap(CpuRecord record, Traffic traffic, ZoneId zone) {
        int within = record.within(traffic).size();
        if (within >= CpuRecord.FEWEST_INTERVALS) return;
        long first = traffic.epochMicros();
        throw new LabException(text(
                "At least %d intervals of -DcpuFile must be within the log, but %s. The file is from %s to %s, and the log from %s to %s. The file's times without a zone are read as %s (-DcpuZone).",
                CpuRecord.FEWEST_INTERVALS,
                within == 0 ? "none is" : "only " + within + (within == 1 ? " is" : " are"),
                LogReading.moment(record.startMicros()[0]),
                LogReading.moment(record.endMicros(record.size() - 1)),
                LogReading.moment(first),
                LogReading.moment(first + traffic.startMicros(traffic.size() - 1)),
                zone));
    }

    private static long[] stamps(CpuFile file, ZoneId zone, Traffic traffic) {
        if (file.rows().get(0).time().matches(DAY_TIME)) return timesOfDay(file, zone, traffic);
        return file.rows().stream().mapToLong(row -> stamp(row, zone)).toArray();
    }

    private static long stamp(CpuSample row, ZoneId zone) {
        String time = row.time();
        long micros = Stamp.ANY.micros(time, 0, time.length());
        if (micros == LogFields.ABSENT)
            throw new LabException("A time of -DcpuFile must be such as 2026-11-25T10:15:30Z, 10:15:30, or seconds or "
                    + "milliseconds since 1970, but line " + row.line() + " has \"" + time + "\".");
        if (Stamp.isZoned(time, 0, time.length())) return micros;
        LocalDateTime local = LocalDateTime.ofEpochSecond(Math.floorDiv(micros, SECOND), 0, ZoneOffset.UTC);
        return inZone(local, zone) + Math.floorMod(micros, SECOND);
    }

    private static long inZone(LocalDateTime local, ZoneId zone) {
        return local.atZone(zone).toEpochSecond() * SECOND;
    }

    /** The first date is the file's, else the only one on which the file and the log overlap. */
    private static long[] timesOfDay(CpuFile file, ZoneId zone, Traffic traffic) {
        long[] micros = new long[file.rows().size()];
        long days = 0;
        for (int i = 0; i < micros.length; i++) {
            micros[i] = days + timeOfDay(file.rows().get(i));
            if (i == 0 || micros[i] > micros[i - 1] - DAY / 2) continue;
            days += DAY; // past midnight
            micros[i] += DAY;
        }
        long first = traffic.epochMicros();
        long last = first + traffic.startMicros(traffic.size() - 1);
        LocalDate date = date(first, zone);
        var fitting = new ArrayList<LocalDate>();
        for (LocalDate day = date.minusDays(days / DAY + 1); !day.isAfter(date(last, zone)); day = day.plusDays(1)) {
            long midnight = inZone(day.atStartOfDay(), zone);
            if (midnight + micros[0] <= last && midnight + micros[micros.length - 1] >= first) fitting.add(day);
        }
        if (file.date() == null && fitting.size() > 1)
            throw new LabException(
                    "The times of -DcpuFile must have dates, because the log goes over several days that "
                            + "fit: from " + fitting.get(0) + " to " + fitting.get(fitting.size() - 1) + ".");
        LocalDate chosen = file.date() != null ? file.date() : fitting.isEmpty() ? date : fitting.get(0);
        long midnight = inZone(chosen.atStartOfDay(), zone);
        return Arrays.stream(micros).map(time -> midnight + time).toArray();
    }

    private static LocalDate date(long micros, ZoneId zone) {
        return LocalDate.ofInstant(Instant.ofEpochSecond(Math.floorDiv(micros, SECOND)), zone);
    }

    private static long timeOfDay(CpuSample row) {
        try {
            boolean half = row.time().endsWith("M");
            return LocalTime.parse(row.time(), half ? TWELVE_HOURS : HOURS).toSecondOfDay() * SECOND;
        } catch (DateTimeException e) {
            throw new LabException("A time of -DcpuFile must be such as 10:15:30 or 10:15:30 PM, but line " + row.line()
                    + " has \"" + row.time() + "\".");
        }
    }
}
