package asynclab.traffic.processor;

import asynclab.traffic.Traffic;
import asynclab.traffic.processor.ProcessorTimes.ClassTime;
import asynclab.traffic.processor.UtilisationLaw.LawFit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Decides which endpoints have a processor time of their own, puts the others together, and refuses if none is left. Used once. */
final class ProcessorAnalysis {

    private static final int MOST_CLASSES = 12;
    private static final int INTERVALS_A_CLASS = 10;
    private static final int FEWEST_REQUESTS = 30;
    private static final double MOST_INFLATION = 50;
    private static final double WIDEST = 1; // of the time itself
    private static final double NEGLIGIBLE = 0.05; // of all processor time
    private static final double RELATED = 0.3;
    private static final double STEADY = 0.1;
    private static final int MOST_LENGTHS = 30;
    private static final int SHIFTS = 10;
    private static final double CLEARLY_BETTER = 5; // percent of the variance

    private final Traffic traffic;
    private final CpuRecord record;
    private final long seed;
    private final List<String> remarks = new ArrayList<>();
    private final double[] durationMicros; // sums by endpoint
    private final double[] logged; // requests by endpoint
    private long laterMicros;
    private ComputesAt computesAt = ComputesAt.ANY_TIME;
    private double[][] rates; // by endpoint and interval
    private List<List<Integer>> classes; // of numbers of endpoints, those that hold most first
    private UtilisationLaw law;
    private LawFit fit;

    /** When in a request its processor time is. */
    private enum ComputesAt {
        ANY_TIME("any time"),
        ITS_START("its start"),
        ITS_END("its end");

        final String words;

        ComputesAt(String words) {
            this.words = words;
        }
    }

    ProcessorAnalysis(Traffic traffic, CpuRecord record, long seed) {
        this.traffic = traffic;
        this.record = record;
        this.seed = seed;
        durationMicros = new double[traffic.endpoints().size()];
        logged = new double[durationMicros.length];
        for (int i = 0; i < traffic.size(); i++) {
            durationMicros[traffic.endpoint(i)] += traffic.durationMicros(i);
            logged[traffic.endpoint(i)]++;
        }
    }

    ProcessorTimes times() {
        if (record.size() < CpuRecord.FEWEST_INTERVALS)
            return refused(
                    "Only %d intervals of %s s are within the log. At least %d are needed.",
                    record.size(), number(record.lengthMicros() / 1e6), CpuRecord.FEWEST_INTERVALS);
        align();
        boolean rare = classes.size() == 1 && classes.get(0).size() > 1;
        String why = rare ? "No endpoint has " + FEWEST_REQUESTS + " requests in the intervals." : "";
        while (true) {
            law = new UtilisationLaw(ratesOfClasses(), record.busy());
            fit = law.fit(seed);
            double[] inflation = LeastSquares.varianceInflation(law.correlations());
            int untold = untold(inflation);
            if (untold < 0 && (why.isEmpty() || classes.size() > 1)) return told();
            if (classes.size() == 1) return refused("The processor time cannot be told. %s", reason(untold, why));
            why = joined(untold, inflation[untold] > MOST_INFLATION);
            remarks.add(why);
        }
    }

    /** Chooses the shift of the intervals, if their times were cut, when a request computes, and the classes to begin with. */
    private void align() {
        boolean cut = record.unsureMicros() > 0 && record.lengthMicros() <= MOST_LENGTHS * record.unsureMicros();
        double best = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < (cut ? SHIFTS : 1); i++) {
            long later = i * record.unsureMicros() / SHIFTS;
            double explained = explainedPercent(later);
            if (explained <= best) continue;
            best = explained;
            laterMicros = later;
        }
        best = chooseWhenItComputes(best);
        for (long other : new long[] {-record.lengthMicros(), record.lengthMicros()}) {
            double explained = explainedPercent(laterMicros + other);
            if (explained > best + CLEARLY_BETTER)
                remarks.add(String.format(
                        Locale.ROOT,
                        "The clocks or the meaning of the times may be wrong: one interval %s, the requests explain %.0f %% of the variance of the use, not %.0f %%.",
                        other < 0 ? "earlier" : "later",
                        explained,
                        best));
        }
        explainedPercent(laterMicros);
    }

    /** A request that waits for long after it has computed would else count in intervals in which it did not compute. */
    private double chooseWhenItComputes(double atAnyTime) {
        double best = atAnyTime;
        ComputesAt chosen = computesAt;
        for (ComputesAt other : List.of(ComputesAt.ITS_START, ComputesAt.ITS_END)) {
            computesAt = other;
            double explained = explainedPercent(laterMicros);
            if (explained <= Math.max(best, atAnyTime + CLEARLY_BETTER)) continue;
            best = explained;
            chosen = other;
        }
        computesAt = chosen;
        if (chosen != ComputesAt.ANY_TIME)
            remarks.add(String.format(
                    Locale.ROOT,
                    "A request is taken to compute at %s: then the requests explain %.0f %% of the variance of the use, not %.0f %%.",
                    chosen.words,
                    best,
                    atAnyTime));
        return best;
    }

    /** Takes the intervals so much later. */
    private double explainedPercent(long later) {
        rates = rates(record.later(later));
        classes = firstClasses();
        return new UtilisationLaw(ratesOfClasses(), record.busy()).explainedPercent();
    }

    /** Requests a second, each in the interval in which it computes, or spread over those in which it runs. */
    private double[][] rates(CpuRecord intervals) {
        var sums = new double[traffic.endpoints().size()][intervals.size()];
        double perSecond = 1e6 / intervals.lengthMicros();
        for (int i = 0; i < traffic.size(); i++) {
            long runs = Math.max(1, traffic.durationMicros(i));
            long took = computesAt == ComputesAt.ANY_TIME ? runs : 1;
            long from =
                    traffic.epochMicros() + traffic.servedMicros(i) + (computesAt == ComputesAt.ITS_END ? runs - 1 : 0);
            int at = Arrays.binarySearch(intervals.startMicros(), from);
            for (int k = Math.max(0, at < 0 ? -at - 2 : at);
                    k < intervals.size() && intervals.startMicros()[k] < from + took;
                    k++) {
                long within = Math.min(from + took, intervals.endMicros(k))
                        - Math.max(from, intervals.startMicros()[k]);
                if (within > 0) sums[traffic.endpoint(i)][k] += perSecond * within / took;
            }
        }
        return sums;
    }

    private List<List<Integer>> firstClasses() {
        int most = Math.max(1, Math.min(MOST_CLASSES, record.size() / INTERVALS_A_CLASS));
        var first = new ArrayList<List<Integer>>();
        var others = new ArrayList<Integer>();
        for (int endpoint = 0; endpoint < rates.length; endpoint++) {
            if (first.size() < most && requests(endpoint) >= FEWEST_REQUESTS)
                first.add(new ArrayList<>(List.of(endpoint)));
            else others.add(endpoint);
        }
        if (!others.isEmpty()) first.add(others);
        return first;
    }

    private double requests(int endpoint) {
        return Arrays.stream(rates[endpoint]).sum() * record.lengthMicros() / 1e6;
    }

    private double[][] ratesOfClasses() {
        var all = new double[classes.size()][record.size()];
        for (int i = 0; i < all.length; i++)
            for (int endpoint : classes.get(i)) for (int k = 0; k < all[i].length; k++) all[i][k] += rates[endpoint][k];
        return all;
    }

    /** The class that varies most like others; if none does, the smallest one with an interval that is too wide; -1 for none. */
    private int untold(double[] inflation) {
        int alike = 0;
        for (int i = 1; i < inflation.length; i++) if (inflation[i] > inflation[alike]) alike = i;
        if (inflation[alike] > MOST_INFLATION) return alike;
        double negligible = NEGLIGIBLE * Arrays.stream(record.busy()).average().orElse(0);
        for (int i = classes.size() - 1; i >= 0; i--) {
            boolean narrow = fit.high()[i] - fit.low()[i] <= WIDEST * fit.seconds()[i];
            if (!narrow && fit.high()[i] * law.mean(i) > negligible) return i;
        }
        return -1;
    }

    /** Puts a class together with the one that varies most like it, or with the smallest one. @return why, in a sentence */
    private String joined(int untold, boolean alike) {
        double[] like = law.correlations()[untold];
        int other = untold == classes.size() - 1 ? untold - 1 : classes.size() - 1;
        for (int i = 0; i < like.length; i++)
            if (i != untold && Math.abs(like[i]) > Math.max(RELATED, Math.abs(like[other]))) other = i;
        String name = words(classes.get(untold));
        String otherName = words(classes.get(other));
        String why = alike
                ? String.format("%s varies together with %s. They have one time, the mean of both.", name, otherName)
                : String.format(
                        "The interval of %s is too wide, from %s to %s ms. It has one time with %s, the mean of both.",
                        name, number(1e3 * fit.low()[untold]), number(1e3 * fit.high()[untold]), otherName);
        int first = Math.min(untold, other);
        classes.get(first).addAll(classes.get(Math.max(untold, other)));
        classes.get(first).sort(Comparator.naturalOrder());
        classes.remove(Math.max(untold, other));
        return why;
    }

    /** Why there is no time, not even for all endpoints together. */
    private String reason(int untold, String why) {
        double[] all = ratesOfClasses()[0];
        double mean = law.mean(0);
        double deviation = Math.sqrt(Arrays.stream(all)
                .map(rate -> (rate - mean) * (rate - mean))
                .average()
                .orElse(0));
        String steady = deviation > STEADY * mean
                ? ""
                : String.format(
                        Locale.ROOT,
                        "The traffic varies too little: the standard deviation is %.1f %% of the mean of %s requests a second. ",
                        100 * deviation / mean,
                        number(mean));
        String subject = why.isEmpty() || !steady.isEmpty() ? "" : why + " ";
        return steady
                + subject
                + String.format(
                        "The interval of a request%s is from %s to %s ms%s.",
                        why.isEmpty() ? "" : " of any endpoint",
                        number(1e3 * fit.low()[0]),
                        number(1e3 * fit.high()[0]),
                        untold < 0 ? "" : ", which is too wide");
    }

    private ProcessorTimes told() {
        var times = new ArrayList<ClassTime>();
        var shares = new Double[rates.length];
        for (int i = 0; i < classes.size(); i++) {
            double cpuMs = 1e3 * fit.seconds()[i];
            double meanMs = meanMs(classes.get(i));
            double share = meanMs > 0 ? Math.min(1, cpuMs / meanMs) : cpuMs > 0 ? 1 : 0;
            for (int endpoint : classes.get(i)) shares[endpoint] = share;
            times.add(new ClassTime(
                    names(classes.get(i)),
                    (int) Math.round(
                            classes.get(i).stream().mapToDouble(this::requests).sum()),
                    cpuMs,
                    1e3 * fit.low()[i],
                    1e3 * fit.high()[i],
                    meanMs));
        }
        times.sort(Comparator.comparingDouble((ClassTime time) -> -time.requests() * time.cpuMs()));
        int background = classes.size();
        return new ProcessorTimes(
                null,
                List.copyOf(times),
                fit.seconds()[background],
                fit.low()[background],
                fit.high()[background],
                fit.explainedPercent(),
                record.size(),
                record.lengthMicros() / 1e6,
                laterMicros / 1e6,
                List.of(shares),
                List.copyOf(remarks));
    }

    /** The mean duration of these endpoints in the whole log. */
    private double meanMs(List<Integer> endpoints) {
        double micros = 0;
        double requests = 0;
        for (int endpoint : endpoints) {
            micros += durationMicros[endpoint];
            requests += logged[endpoint];
        }
        return micros / 1e3 / requests;
    }

    private List<String> names(List<Integer> endpoints) {
        return endpoints.stream().map(traffic.endpoints()::get).toList();
    }

    private String words(List<Integer> endpoints) {
        return ProcessorTimes.words(names(endpoints));
    }

    private ProcessorTimes refused(String sentence, Object... values) {
        return ProcessorTimes.refused(String.format(Locale.ROOT, sentence, values), record, List.copyOf(remarks));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : value >= 1 ? "%.1f" : "%.3f", value);
    }
}
