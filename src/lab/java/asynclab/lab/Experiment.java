package asynclab.lab;

import asynclab.delay.HoldTime;
import asynclab.queueing.Workload;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * A published experiment as data, from {@code experiments/NAME.json}: what load, which arms, and what the post found.
 *
 * @param title the post
 * @param warmup what runs before each arm
 * @param workload the load, at speed 1
 */
record Experiment(String name, String title, Warmup warmup, Load workload, List<Arm> arms) {

    record Warmup(String path, int users, int loops) {}

    /**
     * @param shortHold the usual request
     * @param longHold the other one, drawn for longPercent of the requests
     */
    record Load(
            int users,
            int rampSeconds,
            int loops,
            int longPercent,
            Hold shortHold,
            Hold longHold,
            int thinkMinMs,
            int thinkMaxMs,
            long seed) {

        /** @throws LabException if a time would no longer be whole */
        Load faster(int speed) {
            return new Load(
                    users,
                    divided("ramp in seconds", rampSeconds, speed),
                    loops,
                    longPercent,
                    shortHold.faster(speed),
                    longHold.faster(speed),
                    divided("think time", thinkMinMs, speed),
                    divided("think time", thinkMaxMs, speed),
                    seed);
        }

        HoldTime hold() {
            if (longPercent == 0) return new HoldTime.Fixed(shortHold.ms);
            if (longPercent == 100) return new HoldTime.Fixed(longHold.ms);
            return new HoldTime.Mix(List.of(
                    new HoldTime.Mix.Share(100 - longPercent, shortHold.ms),
                    new HoldTime.Mix.Share(longPercent, longHold.ms)));
        }

        /** The hold time as the servlets' query has it. */
        String mix() {
            String shorts = (100 - longPercent) + ":" + shortHold.ms;
            String longs = longPercent + ":" + longHold.ms;
            return longPercent == 0 ? shorts : longPercent == 100 ? longs : shorts + "," + longs;
        }

        Workload toModel() {
            return new Workload(
                    users, rampSeconds * 1_000L, loops, hold(), new HoldTime.Uniform(thinkMinMs, thinkMaxMs));
        }
    }

    record Hold(String label, int ms) {
        private Hold faster(int speed) {
            return new Hold(label, divided("hold time", ms, speed));
        }
    }

    /**
     * @param holdsThread whether a request holds a request thread while it waits
     * @param published what the post found
     */
    record Arm(String name, String path, boolean holdsThread, Figures published) {}

    /** Requests per second and mean response time in milliseconds; null where nothing was said. */
    record Figures(Double throughput, Double meanMs) {
        Figures faster(int speed) {
            return new Figures(throughput == null ? null : throughput * speed, meanMs == null ? null : meanMs / speed);
        }
    }

    private static int divided(String what, int value, int speed) {
        if (value % speed != 0)
            throw new LabException(
                    "-Dspeed=" + speed + " does not divide the " + what + " of " + value + "; try 1, 2, 5 or 10.");
        return value / speed;
    }

    /** @throws LabException if there is none of that name */
    static Experiment named(String name) {
        try (InputStream json = Experiment.class.getResourceAsStream("/experiments/" + name + ".json")) {
            if (json == null) throw new LabException("There is no experiment \"" + name + "\"; try 80-20.");
            return new ObjectMapper().readValue(json, Experiment.class);
        } catch (IOException e) {
            throw new LabException("experiments/" + name + ".json cannot be read: " + e.getMessage(), e);
        }
    }
}
