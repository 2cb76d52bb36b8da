package asynclab.run;

import asynclab.server.ServerProbe;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Reads the figures of the server and of the machine once a second while a plan runs. */
final class Sampler implements AutoCloseable {

    /** A reading of the server, and the load of all processors of the machine (0 to 1, client and server together). */
    record Tick(ServerProbe.Reading server, double machineLoad) {
        private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

        /** The load of all processors by the server alone since an earlier reading, 0 to 1. */
        double serverLoadSince(Tick earlier) {
            double millis = server.epochMillis() - earlier.server.epochMillis();
            return millis <= 0 ? 0 : (server.cpuNanos() - earlier.server.cpuNanos()) / 1e6 / millis / PROCESSORS;
        }
    }

    private static final double LATE_SECONDS = 1.5; // between two readings; each whole second more is a missed one

    private final com.sun.management.OperatingSystemMXBean machine =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ServerProbe probe;
    private final List<Tick> ticks = new ArrayList<>();
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "lab-sampler"));
    private long readNanos; // the last reading, or its failure; 0 before the first
    private int missed;

    Sampler(ServerProbe probe) {
        this.probe = probe;
        clock.scheduleWithFixedDelay(this::lookOnce, 0, 1, TimeUnit.SECONDS); // no burst of readings after a late one
    }

    void lookOnce() {
        try {
            var tick = new Tick(probe.sample(), machine.getCpuLoad());
            synchronized (ticks) {
                ticks.add(tick);
                long now = System.nanoTime();
                if (readNanos != 0) missed += (int) Math.max(0, (now - readNanos) / 1e9 - LATE_SECONDS);
                readNanos = now;
            }
        } catch (RuntimeException e) {
            synchronized (ticks) {
                missed++; // the server did not answer this reading
                readNanos = System.nanoTime(); // or the next one would count it again
            }
        }
    }

    /** The last reading in words, for the progress line. */
    String describe() {
        synchronized (ticks) {
            if (ticks.isEmpty()) return "";
            ServerProbe.Reading last = ticks.get(ticks.size() - 1).server();
            return " | " + last.pool().busy() + " of " + last.pool().usable() + " threads busy, " + last.inFlight()
                    + " requests in flight";
        }
    }

    List<Tick> ticks() {
        synchronized (ticks) {
            return List.copyOf(ticks);
        }
    }

    /** Seconds in which JMX did not answer. */
    int missed() {
        synchronized (ticks) {
            return missed;
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
