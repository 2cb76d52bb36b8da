package asynclab.run;

import asynclab.model.Latencies;
import asynclab.model.Trace;
import asynclab.run.plan.ArmPrediction;
import asynclab.run.result.figures.SentBurst;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Splits the deviation of a burst into the client's part and the server's part. The model replays the burst with the times at
 * which the client really sent the requests. The client's part is the difference between the ideal burst and this replay. The
 * server's part is the difference between the replay and the measurement.
 */
final class BurstSplit {

    private BurstSplit() {}

    /** @param crossCheck the same burst by another load generator, or null */
    static SentBurst of(ArmPrediction prediction, Trace measured, SentBurst.CrossCheck crossCheck) {
        List<Double> starts = measured.startsMillis();
        return new SentBurst(spread(starts), SentBurst.Replayed.of(prediction.startedAt(starts)), crossCheck);
    }

    /** @param startsMillis the start of each user, in milliseconds after the first start */
    static Latencies spread(List<Double> startsMillis) {
        var micros = new Histogram(5);
        startsMillis.forEach(millis -> micros.recordValue(Math.round(millis * 1e3)));
        return Latencies.ofMicros(micros);
    }
}
