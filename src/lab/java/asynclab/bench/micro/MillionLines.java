package asynclab.bench.micro;

import asynclab.experiment.Samples;
import asynclab.options.LabException;
import asynclab.plan.Engines;
import asynclab.plan.Experiment;
import asynclab.plan.LoadPlan;
import asynclab.plan.PlanDraws;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The limit of the lab itself: the time to read the samples of a million requests in a JVM of 512 MB. */
public final class MillionLines {

    private static final int LINES = 1_000_000;

    private MillionLines() {}

    /** Writes a file of samples as JMeter does, reads it as a run does, and deletes it. @return the seconds to read it */
    public static double readSeconds(Path folder) throws IOException {
        return readSeconds(folder, LINES);
    }

    /** @param lines a multiple of E1's users */
    static double readSeconds(Path folder, int lines) throws IOException {
        LoadPlan load = Experiment.named("80-20").workload();
        Files.createDirectories(folder);
        Path jtl = folder.resolve("million.jtl");
        try {
            write(jtl, load.users(), lines / load.users());
            long started = System.nanoTime();
            Samples samples = Samples.read(jtl, "warm-up", new PlanDraws(load, 1), Engines.NONE);
            double seconds = (System.nanoTime() - started) / 1e9;
            if (samples.all().size() != lines)
                throw new LabException("Only " + samples.all().size() + " of " + lines + " lines were read.");
            return seconds;
        } finally {
            Files.deleteIfExists(jtl);
        }
    }

    private static void write(Path jtl, int users, int loops) throws IOException {
        try (var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(jtl)) {
            csv.writeRecord(
                    "timeStamp",
                    "elapsed",
                    "label",
                    "responseCode",
                    "responseMessage",
                    "threadName",
                    "success",
                    "failureMessage",
                    "Latency",
                    "Connect");
            for (int loop = 0; loop < loops; loop++)
                for (int user = 1; user <= users; user++) {
                    String started = Long.toString(1_700_000_000_000L + loop * 1_000L + user % 997);
                    csv.writeRecord(started, "1000", "1 s", "200", "OK", "users 2-" + user, "true", "", "1000", "1");
                }
        }
    }
}
