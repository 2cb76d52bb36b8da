package asynclab.lab;

import asynclab.queueing.Trace;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * A JMeter samples file (JTL, CSV with a header), read once and front to back.
 *
 * @param all every sample, failed ones included, as JMeter's own summary counts them; milliseconds since the epoch
 * @param byLabel the same, apart by label
 * @param errors failed samples by what JMeter says of them
 * @param warmup how many samples of the warm-up group came before; they are in nothing else
 * @param notAsDrawn requests with another hold time than the draws say: 0, or the prediction was of something else
 * @param unqueued requests answered within {@link #UNQUEUED_MILLIS} of their hold time, so without waiting for a thread;
 *     0 where the server draws the hold times
 * @param maxConnectMs the longest connect
 */
record Samples(
        Trace all,
        Map<String, Trace> byLabel,
        Map<String, Integer> errors,
        int warmup,
        int notAsDrawn,
        int unqueued,
        long maxConnectMs) {

    private static final long UNQUEUED_MILLIS = 50;

    /** @param warmupGroup the name of the thread group whose samples are only counted */
    static Samples read(Path jtl, String warmupGroup, PlanDraws draws) {
        var all = new Trace(1024);
        var byLabel = new TreeMap<String, Trace>();
        var errors = new TreeMap<String, Integer>();
        int[] loops = new int[draws.load().users()]; // a user's samples are in order
        int warmup = 0;
        int notAsDrawn = 0;
        int unqueued = 0;
        long maxConnect = 0;
        try (var rows = CsvReader.builder().ofNamedCsvRecord(jtl)) {
            for (NamedCsvRecord row : rows) {
                String thread = row.getField("threadName");
                if (thread.startsWith(warmupGroup)) {
                    warmup++;
                    continue;
                }
                int user = Integer.parseInt(thread.substring(thread.lastIndexOf('-') + 1)) - 1;
                int loop = loops[user]++;
                String label = row.getField("label");
                long start = Long.parseLong(row.getField("timeStamp"));
                long elapsed = Long.parseLong(row.getField("elapsed"));
                boolean ok = row.getField("success").equals("true");
                all.add(user, start, start + elapsed, ok);
                byLabel.computeIfAbsent(label, l -> new Trace(1024)).add(user, start, start + elapsed, ok);
                if (!draws.label(user, loop).equals(label)) notAsDrawn++;
                if (draws.exact() && elapsed <= draws.holdMillis(user, loop) + UNQUEUED_MILLIS) unqueued++;
                maxConnect = Math.max(maxConnect, Long.parseLong(row.getField("Connect")));
                if (!ok)
                    errors.merge(
                            label + ": " + row.getField("responseCode") + " " + row.getField("responseMessage"),
                            1,
                            Integer::sum);
            }
        } catch (IOException | RuntimeException e) {
            throw new LabException("The samples file " + jtl + " cannot be read: " + e.getMessage(), e);
        }
        if (all.size() == 0) throw new LabException("The samples file " + jtl + " is empty: JMeter sent nothing.");
        return new Samples(all, byLabel, errors, warmup, notAsDrawn, unqueued, maxConnect);
    }

    int errorCount() {
        return errors.values().stream().mapToInt(Integer::intValue).sum();
    }
}
