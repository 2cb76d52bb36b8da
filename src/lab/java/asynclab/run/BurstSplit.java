package asynclab.run;

import asynclab.model.Latencies;
import asynclab.model.Trace;
import asynclab.run.plan.ArmPrediction;
import asynclab.run.result.figures.SentBurst;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Splits the deviation of a burst into that of the client and that of the server. The model gets the requests at the times at
 * which they were really sent. The ideal burst against this replay is the client's part, the replay against the measurement is
 * the server's.
 */
final class BurstSplit {

    private BurstSplit() {}

    /** @param crossCheck the same burst by another load generator, or null */
    static SentBurst of(ArmPrediction prediction, Trace measured, SentBurst.CrossCheck crossCheck) {
        List<Double> starts = measured.startsMillis();
        return new SentBurst(spread(starts), SentBurst.Replayed.of(prediction.startedAt(starts)), crossCheck);
    }

    /** @param startsMillis of each user, in milliseconds after the first one's */
    static Latencies spread(List<Double> startsMillis) {
        var micros = new Histogram(5);
        startsMillis.forEach(millis -> micros.recordValue(Math.round(millis * 1e3)));
        return Latencies.ofMicros(micros);
    }
}
