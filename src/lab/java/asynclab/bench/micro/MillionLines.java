package asynclab.bench.micro;

import asynclab.experiment.Samples;
import asynclab.options.LabException;
import asynclab.plan.ClientPlan;
import asynclab.plan.Engines;
import asynclab.plan.LoadPlan;
import asynclab.plan.PlanDraws;
import asynclab.plan.PlannedHold;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The lab's own limit: how long it takes to read the samples of a million requests, in the 512 MB its JVM has. */
public final class MillionLines {

    private static final int USERS = 10_000;
    private static final int LOOPS = 100;

    private MillionLines() {}

    /** Writes such a file as JMeter does, reads it as a run does, deletes it. @return the seconds it took to read */
    public static double readSeconds(Path folder) throws IOException {
        var load = new LoadPlan(
                USERS, 0, LOOPS, null, 0, PlannedHold.fixed("1 s", 1_000), null, 0, 0, ClientPlan.USUAL, 1);
        Files.createDirectories(folder);
        Path jtl = folder.resolve("million.jtl");
        try {
            write(jtl);
            long started = System.nanoTime();
            Samples samples = Samples.read(jtl, "warm-up", new PlanDraws(load, 1), Engines.NONE);
            double seconds = (System.nanoTime() - started) / 1e9;
            if (samples.all().size() != USERS * LOOPS)
                throw new LabException("Only " + samples.all().size() + " of a million lines were read.");
            return seconds;
        } finally {
            Files.deleteIfExists(jtl);
        }
    }

    private static void write(Path jtl) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(jtl)) {
            out.write(
                    "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage,Latency,Connect\n");
            for (int loop = 0; loop < LOOPS; loop++)
                for (int user = 1; user <= USERS; user++)
                    out.write(1_700_000_000_000L + loop * 1_000L + user % 997 + ",1000,1 s,200,OK,users 2-" + user
                            + ",true,,1000,1\n");
        }
    }
}
