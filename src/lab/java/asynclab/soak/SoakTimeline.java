package asynclab.soak;

import asynclab.exchange.Ending;
import asynclab.exchange.Ledger;
import asynclab.run.Progress;
import asynclab.server.Server;
import asynclab.server.ServerProbe;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** Reads the server while the load runs. It prints one line of progress per reading, and writes one line of {@code timeline.csv}. */
final class SoakTimeline implements AutoCloseable {

    private final Server server;
    private final PrintStream out;
    private final CsvWriter csv;
    private long lastAsked;
    private double lastSecond;

    SoakTimeline(Server server, Path folder, PrintStream out) throws IOException {
        this.server = server;
        this.out = out;
        csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(folder.resolve("timeline.csv"));
        write(
                Stream.of("second", "asked", "unexpected"),
                new Ledger().snapshot().figures().keySet().stream(),
                Stream.of("scheduledTasks", "busyThreads", "jvmThreads", "openDescriptors", "heapBytes"));
    }

    /** A new load begins: its seconds and requests count from 0. */
    void restart() {
        lastAsked = 0;
        lastSecond = 0;
    }

    /** @param warmup whether this is the warm-up, which the file does not contain */
    void sample(String kind, boolean warmup, SoakClient client, double second, long seconds) throws IOException {
        var probe = server.probe();
        Ledger.Snapshot ledger = probe.ledger();
        ServerProbe.Reading sample = probe.sample();
        long descriptors = probe.openDescriptors();
        long asked = client.asked();
        long unexpected =
                client.unexpected().values().stream().mapToLong(Long::longValue).sum();
        if (!warmup)
            write(
                    Stream.of(Math.round(second), asked, unexpected),
                    ledger.figures().values().stream(),
                    Stream.of(
                            probe.scheduledTasks(),
                            sample.pool().busy(),
                            sample.jvmThreads(),
                            descriptors,
                            sample.heapBytes()));
        out.printf(
                Locale.ROOT,
                "%s, %s: %d requests | %.0f req/s | %d unexpected | %d in flight | %d rejected | %d threads, %d descriptors"
                        + " | about %s left%n",
                kind,
                warmup ? "warm-up" : "measurement",
                asked,
                (asked - lastAsked) / (second - lastSecond),
                unexpected,
                ledger.inFlight(),
                ledger.ended(Ending.REJECTED),
                sample.jvmThreads(),
                descriptors,
                Progress.duration(Math.max(0, seconds - second)));
        lastAsked = asked;
        lastSecond = second;
    }

    /** Writes a row and flushes it to the file, so that an interrupted soak leaves every row. */
    private void write(Stream<?>... parts) throws IOException {
        csv.writeRecord(
                Stream.of(parts).flatMap(part -> part).map(String::valueOf).toList());
        csv.flush();
    }

    @Override
    public void close() throws IOException {
        csv.close();
    }
}
