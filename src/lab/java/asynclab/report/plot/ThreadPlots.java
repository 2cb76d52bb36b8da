package asynclab.report.plot;

import asynclab.document.ThreadPlot;
import asynclab.document.ThreadPlot.Bar;
import asynclab.document.ThreadPlot.Look;
import asynclab.document.ThreadPlot.Panel;
import asynclab.run.result.Summary;
import asynclab.run.result.figures.ThreadLanes;
import asynclab.run.result.figures.ThreadLanes.LaneSpan;
import asynclab.run.result.figures.ThreadLanes.LaneState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The timeline of threads of a stored result. */
public final class ThreadPlots {

    private ThreadPlots() {}

    private static final Map<LaneState, Look> LOOKS = looksByState();

    private static Map<LaneState, Look> looksByState() {
        var looks = new LinkedHashMap<LaneState, Look>();
        looks.put(LaneState.SERVING, new Look("serving a request", 1, 0.8, List.of()));
        looks.put(LaneState.IDLE, new Look("idle in the pool", -1, 0.1, List.of()));
        looks.put(LaneState.RESERVED, new Look("reserved for a new request", 0, 0.2, List.of(8, 4)));
        looks.put(LaneState.SELECTOR, new Look("selector", 2, 0.3, List.of(3, 3)));
        looks.put(LaneState.ACCEPTOR, new Look("acceptor", 3, 0.3, List.of(1, 5)));
        looks.put(LaneState.WORKING, new Look("other work", 4, 0.5, List.of()));
        looks.put(LaneState.SCHEDULER_WAITING, new Look("scheduler waiting for a timer", -1, 0.1, List.of(2, 4)));
        looks.put(LaneState.SCHEDULER_RUNNING, new Look("scheduler running a task", 0, 0.8, List.of()));
        return looks;
    }

    /** The timeline, from the stored files of the arms. It has no panels if no arm has such a file. */
    public static ThreadPlot read(Summary summary, Path folder) throws IOException {
        var panels = new ArrayList<Panel>();
        for (var arm : summary.arms()) {
            if (!Boolean.TRUE.equals(arm.server().threads().sampled())) continue;
            panels.add(panel(arm.name(), ThreadLanes.read(folder.resolve(arm.name() + "-threads.csv"))));
        }
        long endMs = panels.stream()
                .flatMap(panel -> panel.bars().stream())
                .mapToLong(Bar::toMs)
                .max()
                .orElse(0);
        return new ThreadPlot(List.copyOf(LOOKS.values()), panels, endMs);
    }

    private static Panel panel(String arm, List<LaneSpan> spans) {
        List<String> threads = spans.stream().map(LaneSpan::thread).distinct().toList();
        List<LaneState> states = List.copyOf(LOOKS.keySet());
        return new Panel(
                arm,
                threads.stream().map(ThreadPlots::laneName).toList(),
                spans.stream()
                        .map(span -> new Bar(
                                threads.indexOf(span.thread()),
                                states.indexOf(span.state()),
                                span.request(),
                                span.path(),
                                span.fromMs(),
                                span.toMs()))
                        .toList());
    }

    /**
     * A shorter name: qtp-18 for qtp712256162-18, Poller for http-nio-127.0.0.1-8080-Poller, scheduler-1 for
     * asynclab-scheduler--1.
     */
    private static String laneName(String thread) {
        return thread.replaceFirst("^qtp\\d+-", "qtp-")
                .replaceFirst("^http-nio-.*-([A-Z]\\w*)$", "$1")
                .replaceFirst("^asynclab-scheduler-", "scheduler");
    }
}
