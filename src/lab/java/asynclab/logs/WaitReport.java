package asynclab.logs;

import static asynclab.document.Document.column;
import static asynclab.document.Document.items;
import static asynclab.document.Texts.number;
import static asynclab.document.Texts.text;

import asynclab.document.Document.Bars;
import asynclab.document.Document.Section;
import asynclab.document.Document.StackedBar;
import asynclab.document.Document.Table;
import asynclab.traffic.Answer;
import asynclab.traffic.RecordedParts;
import asynclab.traffic.RecordedParts.EndpointParts;
import asynclab.traffic.RecordedParts.MeanPart;
import asynclab.traffic.processor.ProcessorTimes.ClassTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the requests of a log waited for, as our recorder measured it: a picture and a table. Its texts may have names of endpoints. */
final class WaitReport {

    private static final int MOST_ENDPOINTS = 40;
    private static final int MOST_BARS = 16;
    private static final int MOST_BRIEF = 5;
    private static final double FEW_MS = 20;

    /** @param estimate of the processor time; null if it is measured, or not known */
    private record PartsRow(EndpointParts parts, ClassTime estimate) {

        Double threadWait() {
            return ms(parts.threadWait());
        }

        Double connectionWait() {
            return ms(parts.connectionWait());
        }

        Double connectionHeld() {
            return ms(parts.connectionHeld());
        }

        Double processor() {
            return estimate == null ? ms(parts.processor()) : Double.valueOf(estimate.cpuMs());
        }

        double other() {
            return Math.max(
                    0,
                    parts.meanMs()
                            - Stream.of(connectionWait(), connectionHeld(), processor())
                                    .filter(Objects::nonNull)
                                    .mapToDouble(Double::doubleValue)
                                    .sum());
        }

        /** The parts of a bar, as long together as the request. So what counts as two parts is in the first of them only. */
        List<Double> bar() {
            var bar = new ArrayList<>(List.of(orZero(threadWait())));
            double left = parts.meanMs();
            for (Double part : new Double[] {connectionWait(), connectionHeld(), processor()}) {
                bar.add(Math.min(left, orZero(part)));
                left -= bar.get(bar.size() - 1);
            }
            bar.add(left);
            return bar;
        }

        private static double orZero(Double ms) {
            return ms == null ? 0 : ms;
        }

        private static Double ms(MeanPart part) {
            return part == null ? null : Double.valueOf(part.ms());
        }

        private String processorWords() {
            return estimate == null
                    ? cell(processor())
                    : text(
                            "%s (%s to %s)",
                            number(estimate.cpuMs()), number(estimate.lowMs()), number(estimate.highMs()));
        }
    }

    private final LogResult result;
    private final List<PartsRow> rows;

    private WaitReport(LogResult result) {
        this.result = result;
        rows = result.recorded().endpoints().stream()
                .map(parts -> new PartsRow(parts, estimate(result.processors(), parts)))
                .toList();
    }

    private static ClassTime estimate(ProcessorResult processors, EndpointParts parts) {
        if (processors == null || parts.processor() != null) return null;
        return processors.times().classes().stream()
                .filter(time -> time.endpoints().contains(parts.name()))
                .findFirst()
                .orElse(null);
    }

    /** The section of the report; nothing for a log of another writer. */
    static List<Section> of(LogResult result) {
        if (result.recorded() == null) return List.of();
        var report = new WaitReport(result);
        return List.of(Section.of(
                "What requests wait for",
                items(report.sentences()),
                report.bars(),
                report.table(MOST_ENDPOINTS, PartsRow::processorWords)));
    }

    /** The same for a terminal. */
    static List<Section> brief(LogResult result) {
        if (result.recorded() == null) return List.of();
        return List.of(Section.of(
                "What requests wait for, mean ms",
                new WaitReport(result).table(MOST_BRIEF, row -> cell(row.processor()))));
    }

    private List<String> sentences() {
        var sentences = new ArrayList<String>();
        sentences.add(
                "The recorder measured it inside the application. The waiting for a thread comes before the first filter, all else after it.");
        if (knows(PartsRow::connectionHeld) && knows(PartsRow::processor))
            sentences.add(
                    "Processor time while a connection is held counts as both. No bar is longer than its request.");
        if (rows.stream().anyMatch(row -> row.estimate != null))
            sentences.add("The processor time is an estimate by a regression, with its interval of 95 %.");
        sentences.addAll(predicted());
        return sentences;
    }

    /** Why the model may be wrong, if it predicts another waiting for this traffic than the recorder saw; empty if not. */
    static List<String> doubts(RecordedParts recorded, Answer answer) {
        if (recorded == null || !isComparable(recorded, answer)) return List.of();
        double seen = recorded.waited().p99Ms();
        double predicted = predictedMs(answer);
        if (Math.abs(seen - predicted) <= Math.max(FEW_MS, Math.min(seen, predicted))) return List.of();
        return List.of(text(
                "The p99 of the waiting %s was %s ms, and the model predicts %s ms for this traffic. %s",
                compared(answer),
                cell(seen),
                cell(predicted),
                seen > predicted
                        ? "Something delayed requests that the recorder does not see, such as the start of the server, or the clock of a proxy differs. Leave such a part of the log out."
                        : "There are more threads, connections or servers than the model has."));
    }

    /** Whether the log knows all the waiting that the model has, and no other, and the model has the whole log. */
    private static boolean isComparable(RecordedParts recorded, Answer answer) {
        boolean pool = answer.question().threads() > 0;
        boolean differs = recorded.endpoints().stream()
                .anyMatch(parts -> parts.threadWait() == null
                        || pool && parts.afterThread() > 0
                        || hasOtherConnections(parts, hasConnections(answer)));
        return !differs && answer.learned().requests() <= answer.question().mostRequests();
    }

    /** Whether the waiting for connections is only in the log, as with several pools, or only in the model. */
    private static boolean hasOtherConnections(EndpointParts parts, boolean modelled) {
        MeanPart wait = parts.connectionWait();
        return modelled ? wait == null || wait.requests() < parts.requests() : wait != null && wait.ms() > 0;
    }

    private static boolean hasConnections(Answer answer) {
        return answer.question().limits().connections() > 0;
    }

    /** The waiting that both the log and the model have. */
    private static String compared(Answer answer) {
        return hasConnections(answer) ? "for a thread and for connections" : "for a thread";
    }

    private static double predictedMs(Answer answer) {
        return answer.variants().get(0).waiting().get(0).times().p99Ms();
    }

    /** The user may ask for another server than that of the log, so the sentence names it. */
    private List<String> predicted() {
        Answer answer = result.answer();
        if (!isComparable(result.recorded(), answer)) return List.of();
        int threads = answer.question().threads();
        return List.of(text(
                "Recorded, the p99 of the waiting %s is %s ms. The model predicts %s ms for this traffic with %s%s.",
                compared(answer),
                cell(result.recorded().waited().p99Ms()),
                cell(predictedMs(answer)),
                threads == 0 ? "virtual threads" : text("%,d threads", threads),
                hasConnections(answer)
                        ? text(
                                " and %,d connections",
                                answer.question().limits().connections())
                        : ""));
    }

    private boolean knows(Function<PartsRow, Double> part) {
        return rows.stream().anyMatch(row -> part.apply(row) != null);
    }

    /** All parts keep their colours, also if some are not known. */
    private Bars bars() {
        List<Function<PartsRow, Double>> parts =
                List.of(PartsRow::threadWait, PartsRow::connectionWait, PartsRow::connectionHeld, PartsRow::processor);
        List<String> names =
                List.of("waits for a thread", "waits for a connection", "holds a connection", "computes", "other");
        List<String> unknown = IntStream.range(0, parts.size())
                .filter(i -> !knows(parts.get(i)))
                .mapToObj(names::get)
                .toList();
        return new Bars(
                "A request of each endpoint, mean milliseconds",
                "Each bar is a request, with its mean time to the right."
                        + (unknown.isEmpty() ? "" : " Not known: " + String.join(", ", unknown) + "."),
                names,
                "ms",
                rows.stream()
                        .limit(MOST_BARS)
                        .map(row -> new StackedBar(row.parts.name(), row.bar()))
                        .toList());
    }

    private Table table(int most, Function<PartsRow, Object> processor) {
        return Table.of(
                rows.stream().limit(most).toList(),
                column("endpoint", row -> row.parts.name()),
                column("requests", row -> text("%,d", row.parts.requests())),
                column(title("thread wait", PartsRow::threadWait), row -> cell(row.threadWait())),
                column(title("connection wait", PartsRow::connectionWait), row -> cell(row.connectionWait())),
                column(title("connection held", PartsRow::connectionHeld), row -> cell(row.connectionHeld())),
                column(title("processor", PartsRow::processor), processor),
                column("other", row -> cell(row.other())));
    }

    private String title(String name, Function<PartsRow, Double> part) {
        return knows(part) ? name : "";
    }

    private static String cell(Double ms) {
        return ms == null ? "–" : LogReport.number(ms);
    }
}
