package asynclab.logs;

import static asynclab.document.Document.column;
import static asynclab.document.Document.items;
import static asynclab.document.Texts.number;
import static asynclab.document.Texts.text;

import asynclab.accesslog.RecorderFacts;
import asynclab.accesslog.RecorderFacts.ProcessorTotal;
import asynclab.document.Document.Section;
import asynclab.document.Document.Table;
import asynclab.options.TrafficOptions;
import asynclab.traffic.Limits.ToldBy;
import asynclab.traffic.Question;
import asynclab.traffic.RecordedParts.EndpointParts;
import asynclab.traffic.Traffic;
import asynclab.traffic.processor.CpuRecord;
import asynclab.traffic.processor.ProcessorTimes;
import asynclab.traffic.processor.ProcessorTimes.ClassTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The processor time of the endpoints by a regression. Immutable.
 *
 * @param reading what it is computed from, a sentence each
 * @param by what wrote the processor use: a file, or our recorder
 */
public record ProcessorResult(List<String> reading, ToldBy by, ProcessorTimes times) {

    private static final long WHOLE_SECONDS_MICROS = 5_000_000;
    private static final double MUCH_BACKGROUND = 0.1; // of the processors

    /**
     * Reads the file that the options name.
     *
     * @param wholeSeconds whether the log knows its times or its durations to a second only. Short intervals would then have requests of others
     */
    static ProcessorResult read(TrafficOptions options, Traffic traffic, boolean wholeSeconds, long seed)
            throws IOException {
        CpuReading reading = CpuReading.read(options, traffic);
        long least = wholeSeconds ? WHOLE_SECONDS_MICROS : 0;
        return new ProcessorResult(
                reading.words(), ToldBy.FILE, ProcessorTimes.of(traffic, reading.record(), least, seed));
    }

    /** From what our recorder wrote of the process; null if threads know their time, or if it wrote too little or requests are missing. */
    static ProcessorResult recorded(Traffic traffic, RecorderFacts facts, long seed) {
        List<EndpointParts> endpoints = traffic.recorded().endpoints();
        boolean known = endpoints.stream().anyMatch(endpoint -> endpoint.processor() != null);
        boolean all = endpoints.stream().mapToLong(EndpointParts::requests).sum() == traffic.size();
        if (known || !all || facts.together() || facts.process().size() <= CpuRecord.FEWEST_INTERVALS) return null;
        CpuRecord record = record(facts.process().stream()
                .sorted(Comparator.comparingLong(ProcessorTotal::stampMicros))
                .toList());
        return new ProcessorResult(
                List.of(
                        "The recorder does not know the processor time of requests on virtual threads, but that of the process."),
                ToldBy.REGRESSION,
                ProcessorTimes.of(traffic.service(), record, 0, seed));
    }

    /** The intervals between the totals, without those that are much longer or shorter, or go over the start of a process. */
    private static CpuRecord record(List<ProcessorTotal> totals) {
        int size = totals.size() - 1;
        long[] lengths = new long[size];
        Arrays.setAll(
                lengths, i -> totals.get(i + 1).stampMicros() - totals.get(i).stampMicros());
        long length = Arrays.stream(lengths).sorted().toArray()[size / 2];
        int[] used = IntStream.range(0, size)
                .filter(i -> lengths[i] > 0
                        && Math.abs(lengths[i] - length) <= length / 2
                        && totals.get(i + 1).micros() >= totals.get(i).micros())
                .toArray();
        return new CpuRecord(
                Arrays.stream(used).mapToLong(i -> totals.get(i).stampMicros()).toArray(),
                Math.max(1, length),
                0,
                Arrays.stream(used)
                        .mapToDouble(
                                i -> (totals.get(i + 1).micros() - totals.get(i).micros()) / (double) lengths[i])
                        .toArray());
    }

    /** The share of a duration that is processor time, by endpoint; empty if the times are refused. */
    Map<String, Double> shares(List<String> endpoints) {
        var shares = new HashMap<String, Double>();
        if (times.refused() == null)
            for (int i = 0; i < endpoints.size(); i++) shares.put(endpoints.get(i), times.shareOf(i));
        return shares;
    }

    /** A use without requests is not in the model. Empty if it is little, or if the number of processors is unknown. */
    List<String> doubts(Question question) {
        int processors = question.limits().cores() * question.instances();
        double cpuMs = times.classes().stream()
                .mapToDouble(time -> time.requests() * time.cpuMs())
                .sum();
        double used = cpuMs / 1e3 / (times.intervals() * times.intervalSeconds());
        if (processors == 0 || used == 0 || times.background() <= MUCH_BACKGROUND * processors) return List.of();
        return List.of(text(
                "%s of %,d processors are busy without requests, and the model leaves this use out. If it stays, the processors are full at %s times the traffic.",
                number(times.background()), processors, number(Math.max(0, processors - times.background()) / used)));
    }

    /** What the command prints. */
    String headline() {
        if (times.refused() != null) return times.refused();
        return text(
                "Processor time from %,d intervals: %s. Background: %s processors.",
                times.intervals(),
                String.join(
                        ", ",
                        times.classes().stream()
                                .limit(3)
                                .map(time -> text(
                                        "%s %s ms (%s to %s)",
                                        time.words(),
                                        number(time.cpuMs()),
                                        number(time.lowMs()),
                                        number(time.highMs())))
                                .toList()),
                number(times.background()));
    }

    Section section() {
        var sentences = new ArrayList<>(reading);
        sentences.add(
                "A regression finds the time: busy processors = sum of requests a second × processor time, and a background. "
                        + "No time is negative.");
        sentences.add("A request counts in each interval in proportion to the time that it runs in it.");
        if (times.refused() != null) sentences.add(times.refused());
        else
            sentences.add(text(
                    "%,d intervals of %s s are within the log. The requests explain %.0f %% of the variance of the use.",
                    times.intervals(), number(times.intervalSeconds()), times.explainedPercent()));
        if (times.laterSeconds() > 0)
            sentences.add(text(
                    "The file has whole seconds. The intervals are taken %s s later, which fits best.",
                    number(times.laterSeconds())));
        sentences.addAll(times.remarks());
        if (times.refused() != null) return Section.of("Processor time", items(sentences));
        sentences.add(text(
                "Without requests %s processors are busy (%s to %s), such as with garbage collection.",
                number(times.background()), number(times.backgroundLow()), number(times.backgroundHigh())));
        sentences.add("Low and high are the interval of 95 %, by a moving-block bootstrap of the intervals.");
        return Section.of(
                "Processor time",
                items(sentences),
                Table.of(
                        times.classes(),
                        column("endpoint", ClassTime::words),
                        column("requests", time -> text("%,d", time.requests())),
                        column("mean ms", time -> number(time.meanMs())),
                        column("CPU ms a request", time -> number(time.cpuMs())),
                        column("low", time -> number(time.lowMs())),
                        column("high", time -> number(time.highMs()))));
    }
}
