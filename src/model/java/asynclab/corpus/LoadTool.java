package asynclab.corpus;

import asynclab.model.DrivenWorkload;
import asynclab.model.Latencies;
import asynclab.model.Load;
import asynclab.model.Trace;
import asynclab.model.Trace.Window;
import asynclab.model.Workload;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A load tool as it is: how it starts its users, what it does with requests under way at the end of a planned duration, and by what it
 * divides. Only what changes a prediction is here. Each has its source.
 */
public enum LoadTool {
    /** With -t it ends at the first response after the time. */
    AB_OLD(
            "ab before httpd 2.4.33",
            RunStart.AT_ONCE,
            RunEnd.CUTS,
            Division.BY_RUN,
            "ab.c of httpd 2.4.12",
            "https://github.com/apache/httpd/blob/2.4.12/support/ab.c"),

    /** 20 requests of 0.5 s on 20 connections took ab of httpd 2.4.71 1.005 s, and 100 requests 3.017 s. */
    AB(
            "ab since httpd 2.4.33",
            RunStart.FIRST_ALONE,
            RunEnd.CUTS,
            Division.BY_RUN,
            "its output: 2.4.71 took 1.005 s for 20 requests of 0.5 s at once",
            "https://github.com/apache/httpd/blob/2.4.x/support/ab.c"),
    WRK(
            "wrk",
            RunStart.AT_ONCE,
            RunEnd.CUTS,
            Division.BY_RUN,
            "wrk.c: it stops after the duration",
            "https://github.com/wg/wrk/blob/master/src/wrk.c"),

    /** Each of c workers sends n ÷ c requests; the remainder is not sent. */
    HEY(
            "hey",
            RunStart.AT_ONCE,
            RunEnd.FINISHES,
            Division.BY_RUN,
            "requester.go: n ÷ c requests for each worker",
            "https://github.com/rakyll/hey/blob/master/requester/requester.go"),
    JMETER(
            "JMeter",
            RunStart.EVENLY,
            RunEnd.FINISHES,
            Division.BY_RUN,
            "its glossary: from the first start to the last end",
            "https://jmeter.apache.org/usermanual/glossary.html"),

    /** The run's length is rounded up to whole seconds. */
    GATLING(
            "Gatling",
            RunStart.EVENLY,
            RunEnd.FINISHES,
            Division.BY_WHOLE_SECONDS,
            "ResultsHolder.scala: it divides by whole seconds, rounded up",
            "https://github.com/gatling/gatling"),

    /** An iteration under way at the end has 30 s to finish. The run has at least the planned duration. */
    K6(
            "k6",
            RunStart.EVENLY,
            RunEnd.FINISHES,
            Division.BY_PLAN_OR_LONGER,
            "its documentation, Graceful stop",
            "https://grafana.com/docs/k6/latest/using-k6/scenarios/concepts/graceful-stop/"),

    /** Without --stop-timeout, what is under way at the end is lost. */
    LOCUST(
            "Locust",
            RunStart.EACH_SECOND,
            RunEnd.CUTS,
            Division.BY_LAST_RESPONSE,
            "dispatch.py: the users of a second together; stats.py: it divides by the last response",
            "https://github.com/locustio/locust/blob/master/locust/stats.py"),
    VEGETA(
            "vegeta",
            RunStart.AT_ONCE,
            RunEnd.FINISHES,
            Division.SUCCESSES_BY_RUN,
            "metrics.go: it divides by the attack and the last wait",
            "https://github.com/tsenart/vegeta/blob/master/lib/metrics.go"),

    /** An operation is one call of the method: in these sources a whole burst. */
    JMH("JMH", RunStart.AT_ONCE, RunEnd.FINISHES, Division.BY_BURSTS, "an operation is a burst", ""),

    OTHER("another tool", RunStart.EVENLY, RunEnd.CUTS, Division.BY_RUN, "assumed", "");

    /** How the users start. */
    public enum RunStart {
        AT_ONCE("at once"), // or evenly over the ramp, if there is one
        FIRST_ALONE("the first request alone"),
        EVENLY("evenly over the ramp"),
        EACH_SECOND("those of each second together");

        private final String words;

        RunStart(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** What becomes of the requests that are under way when a planned duration ends. */
    public enum RunEnd {
        FINISHES("requests finish"),
        CUTS("requests are not counted");

        private final String words;

        RunEnd(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** What the number of requests is divided by. */
    private enum Division {
        BY_RUN, // from the first start to the last end, or the planned duration if the end is cut
        BY_LAST_RESPONSE, // from the start of the plan to the last response that is counted
        SUCCESSES_BY_RUN, // the others count requests that failed, too
        BY_PLAN_OR_LONGER,
        BY_WHOLE_SECONDS,
        BY_BURSTS // a burst is a request of each user
    }

    private static final int FIRST_REVISION_ALONE = 1_807_735; // the change is between this one and 1826891
    private static final int FIRST_YEAR_ALONE = 2_018; // httpd 2.4.33 is of March 2018
    private static final Pattern REVISION = Pattern.compile("rev(?:ision)?[ .:]*(\\d{6,7})");
    private static final Pattern VERSION = Pattern.compile("2\\.4\\.(\\d{1,6})");
    private static final int FIRST_VERSION_ALONE = 33;

    private static final double SECOND_MILLIS = 1_000;
    private static final double ROUNDING = 1e-9;

    private final String label;
    private final RunStart start;
    private final RunEnd end;
    private final Division division;
    private final String evidence;
    private final String address;

    LoadTool(String label, RunStart start, RunEnd end, Division division, String evidence, String address) {
        this.label = label;
        this.start = start;
        this.end = end;
        this.division = division;
        this.evidence = evidence;
        this.address = address;
    }

    /** The tool that the text names first. @param year of the source, which tells the version of ab if nothing else does; or null */
    static LoadTool of(String text, Integer year) {
        String words = text.toLowerCase(Locale.ROOT);
        LoadTool first = OTHER;
        int start = words.length();
        for (LoadTool tool : values()) {
            Matcher name = Pattern.compile("\\b(?:" + tool.names() + ")\\b").matcher(words);
            if (!name.find() || name.start() >= start) continue;
            first = tool;
            start = name.start();
        }
        return first == AB ? ab(words, year) : first;
    }

    /** A regular expression of what a text may call the tool. The version of ab is told separately. */
    private String names() {
        return switch (this) {
            case AB -> "ab|apache ?bench(?:mark)?";
            case AB_OLD, OTHER -> "(?!)"; // nothing
            default -> label.toLowerCase(Locale.ROOT);
        };
    }

    private static LoadTool ab(String words, Integer year) {
        Matcher revision = REVISION.matcher(words);
        if (revision.find()) return Integer.parseInt(revision.group(1)) < FIRST_REVISION_ALONE ? AB_OLD : AB;
        Matcher version = VERSION.matcher(words);
        if (version.find()) return Integer.parseInt(version.group(1)) < FIRST_VERSION_ALONE ? AB_OLD : AB;
        if (words.matches(".*\\b(old|new)\\b.*")) return words.matches(".*\\bold\\b.*") ? AB_OLD : AB;
        return year == null || year >= FIRST_YEAR_ALONE ? AB : AB_OLD;
    }

    public String label() {
        return label;
    }

    public RunStart start() {
        return start;
    }

    public RunEnd end() {
        return end;
    }

    /** Whether no response after a planned duration counts. ab counts those that it reads with the first one; of others nothing is known. */
    boolean dropsAll() {
        return this == WRK || this == LOCUST;
    }

    /** Whether a request ends for the tool when its timeout is over. wrk counts the timeout and waits on. */
    boolean givesUp() {
        return this != WRK;
    }

    /** Where this is from, for a reader. */
    public String evidence() {
        return evidence;
    }

    /** The URL of that; empty for none. */
    public String address() {
        return address;
    }

    /** The name that {@code client=} takes, such as {@code ab-old}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The users of a workload as the tool starts and stops them. A duration is that of the plan. */
    public Load driving(Workload workload) {
        boolean timed = workload.loops() == Workload.UNLIMITED;
        Workload stopped = timed ? workload.stoppedAfter(workload.durationMillis()) : workload;
        Workload users = givesUp() ? stopped : stopped.withTimeout(Workload.UNLIMITED);
        return new DrivenWorkload(started(users), Workload.UNLIMITED, start == RunStart.FIRST_ALONE, 1, 0);
    }

    /** The same users, started as the tool starts them. */
    Workload started(Workload workload) {
        if (start != RunStart.EACH_SECOND || workload.rampMillis() == 0) return workload;
        return workload.startedAt(IntStream.range(0, workload.users())
                .mapToObj(user -> Math.floor(workload.startMillis(user) / SECOND_MILLIS + ROUNDING) * SECOND_MILLIS)
                .toList());
    }

    /** The throughput that the tool prints. @param plannedMillis the duration, or 0 without one */
    public double printed(Trace all, double plannedMillis) {
        return throughput(counted(all, plannedMillis, true), plannedMillis, true);
    }

    /** The requests that the tool counts. @param plannedMillis the duration, or 0 without one */
    Trace counted(Trace all, double plannedMillis, boolean aMomentLater) {
        if (end != RunEnd.CUTS || plannedMillis == 0) return all;
        var counted = new Trace(Math.max(1, all.size()));
        all.forEach((user, start, end, ok) -> {
            if (aMomentLater ? end < plannedMillis : end <= plannedMillis) counted.add(user, start, end, ok);
        });
        return counted;
    }

    /** The throughput that the tool prints. @param aMomentLater whether the last response comes a moment after the model's */
    double throughput(Trace counted, double plannedMillis, boolean aMomentLater) {
        if (counted.size() == 0) return 0;
        Window run = counted.whole();
        double seconds = run.millis() / 1_000;
        boolean cut = end == RunEnd.CUTS && plannedMillis > 0;
        return switch (division) {
            case BY_BURSTS -> counted.size() / (double) counted.startsMillis().size() / seconds;
            case BY_WHOLE_SECONDS -> counted.size() / (aMomentLater ? Math.floor(seconds) + 1 : Math.ceil(seconds));
            case SUCCESSES_BY_RUN -> (counted.size() - counted.failures()) / seconds;
            case BY_LAST_RESPONSE -> counted.size() / seconds;
            case BY_PLAN_OR_LONGER -> counted.size() / Math.max(plannedMillis / 1_000, seconds);
            case BY_RUN -> counted.size() / (cut ? plannedMillis / 1_000 : seconds);
        };
    }

    /** What the tool prints of a run that was measured. @param plannedMillis the duration, or 0 without one */
    public Map<PublishedFigure, Double> printedOf(Trace all, double plannedMillis) {
        return figures(counted(all, plannedMillis, true), plannedMillis, true);
    }

    /** The figures of the requests that the tool counts. They have no response times if there are none. */
    Map<PublishedFigure, Double> figures(Trace counted, double plannedMillis, boolean aMomentLater) {
        var figures = new EnumMap<PublishedFigure, Double>(PublishedFigure.class);
        figures.put(PublishedFigure.X, throughput(counted, plannedMillis, aMomentLater));
        figures.put(PublishedFigure.N, (double) counted.size());
        figures.put(PublishedFigure.FAILED, (double) counted.failures());
        if (counted.size() == 0) return figures;
        figures.put(PublishedFigure.T, counted.whole().millis() / SECOND_MILLIS);
        figures.putAll(PublishedFigure.times(Latencies.of(counted)));
        return figures;
    }
}
