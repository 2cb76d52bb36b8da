package asynclab.bench.measure;

import asynclab.client.ClientTimes;
import asynclab.server.Server;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The resources that a server's JVM has used since its start. The difference of two readings is a window.
 *
 * @param nanos the time of the reading
 * @param cpuNanos CPU time of the whole process: servlets, container, timers, garbage collector, JIT compiler
 * @param allocated bytes by each live thread
 * @param collections the number of garbage collections; {@code collectionMillis} is the sum of their pauses
 * @param switches voluntary context switches: a thread went to sleep, and another had to wake it; 0 if the system has no figure
 */
public record Meter(
        long nanos, long cpuNanos, Map<Long, Long> allocated, long collections, long collectionMillis, long switches) {

    public static Meter read(Server server) {
        ThreadMXBean threads = server.probe().bean(ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        long collections = 0;
        long collectionMillis = 0;
        for (GarbageCollectorMXBean collector : server.probe().collectors()) {
            // A concurrent collector has two beans: one for its cycles, during which threads run, and one for its
            // pauses.
            if (!collector.getName().endsWith("Pauses")) collections += collector.getCollectionCount();
            if (!collector.getName().endsWith("Cycles")) collectionMillis += collector.getCollectionTime();
        }
        return new Meter(
                System.nanoTime(),
                server.probe().cpuNanos(),
                byThread(ids, bytes),
                collections,
                collectionMillis,
                switches(server.pid()));
    }

    /** The bytes of each thread. They are -1 if it has ended since its identifier was read. */
    static Map<Long, Long> byThread(long[] ids, long[] bytes) {
        var allocated = new HashMap<Long, Long>();
        for (int i = 0; i < ids.length; i++) if (bytes[i] >= 0) allocated.put(ids[i], bytes[i]);
        return allocated;
    }

    public Meter since(Meter before) {
        return new Meter(
                nanos - before.nanos,
                cpuNanos - before.cpuNanos,
                more(allocated, before.allocated),
                collections - before.collections,
                collectionMillis - before.collectionMillis,
                switches - before.switches);
    }

    /** The sum of two windows. */
    public Meter plus(Meter other) {
        var sum = new HashMap<>(allocated);
        other.allocated.forEach((id, bytes) -> sum.merge(id, bytes, Long::sum));
        return new Meter(
                nanos + other.nanos,
                cpuNanos + other.cpuNanos,
                sum,
                collections + other.collections,
                collectionMillis + other.collectionMillis,
                switches + other.switches);
    }

    /** The bytes that the live threads have allocated. The bytes of threads that have ended are missing. */
    private static Map<Long, Long> more(Map<Long, Long> now, Map<Long, Long> before) {
        var more = new HashMap<>(now);
        more.replaceAll((id, bytes) -> bytes - before.getOrDefault(id, 0L));
        return more;
    }

    public long allocatedBytes() {
        return allocated.values().stream().mapToLong(Long::longValue).sum();
    }

    public double seconds() {
        return nanos / 1e9;
    }

    /** The requests between the two readings. A reading takes a while, in which requests go on that no window counts. */
    public double requests(ClientTimes times) {
        return times.perSecond() * seconds();
    }

    /** The number of processors that the server kept busy. */
    public double processors() {
        return (double) cpuNanos / nanos;
    }

    private static long switches(long pid) {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return tasks.mapToLong(task -> figure(task.resolve("status"), "voluntary_ctxt_switches:"))
                    .sum();
        } catch (IOException notThisSystem) {
            return 0;
        }
    }

    /** Resident memory in bytes; 0 if the system has no figure. */
    public static long residentBytes(long pid) {
        return figure(Path.of("/proc/" + pid + "/status"), "VmRSS:") * 1_024;
    }

    private static long figure(Path status, String name) {
        try {
            List<String> lines = Files.readAllLines(status);
            return lines.stream()
                    .filter(line -> line.startsWith(name))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException gone) {
            return 0;
        }
    }
}
