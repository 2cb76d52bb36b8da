package asynclab.corpus.reproduction;

import static asynclab.document.Texts.number;
import static asynclab.document.Texts.text;

import asynclab.corpus.BenchmarkArm;
import asynclab.corpus.LoadLength;
import asynclab.corpus.PublishedFigure;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An arm of a source that is measured here, with its predictions. Immutable.
 *
 * @param source the id of the source
 * @param tool what starts and counts the requests
 * @param setUp the server and the load here, in words. Arms of a source with the same words are one measurement
 * @param seconds how long it takes here, as predicted
 */
record PlannedReproduction(
        String source,
        String arm,
        StandIn server,
        String tool,
        int speed,
        int divided,
        String setUp,
        double seconds,
        List<PlannedFigure> figures) {

    PlannedReproduction {
        figures = List.copyOf(figures);
    }

    /**
     * @param predicted for the source; NaN if there is none
     * @param predictedHere for the arm as it is measured here
     */
    record PlannedFigure(PublishedFigure figure, double published, double predicted, double predictedHere) {}

    ReproductionScale scale() {
        return new ReproductionScale(speed, divided);
    }

    /** The name of its measurement. */
    String cell() {
        return source + "/" + setUp;
    }

    /** The words for {@link #setUp}. @param arm as it is measured here */
    static String words(StandIn server, BenchmarkArm arm) {
        return Stream.of(
                        server.words(arm),
                        arm.users() == null ? "" : text("%,d user%s", arm.users(), arm.users() == 1 ? "" : "s"),
                        time(arm.holdSeconds()),
                        arm.thinkSeconds() == 0 ? "" : "think " + time(arm.thinkSeconds()),
                        arm.timeoutSeconds() == null || server != StandIn.WORKERS
                                ? ""
                                : "time-out " + time(arm.timeoutSeconds()),
                        arm.further().backgroundSeconds() == 0
                                ? ""
                                : "work " + time(arm.further().backgroundSeconds()),
                        arm.further().calls() == 1 ? "" : arm.further().calls() + " calls",
                        length(arm.length()))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String length(LoadLength length) {
        if (length.requests() > 0) return text("%,d requests", length.requests());
        if (length.loops() > 0) return length.loops() == 1 ? "at once" : text("%,d loops", length.loops());
        String seconds = "for " + time(length.seconds());
        return length.perSecond() == 0 ? seconds : number(length.perSecond()) + "/s " + seconds;
    }

    private static String time(double seconds) {
        return seconds < 1 ? StandIn.millis(seconds) + " ms" : number(seconds) + " s";
    }
}
