package asynclab.server;

import asynclab.options.LabException;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.PlatformManagedObject;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/** Reads the figures of another JVM over JMX: memory, threads, processor time, objects. Thread-safe. */
public abstract class JvmProbe {

    private static final Pattern STACKS =
            Pattern.compile("\\(threads? #(\\d+)\\)\\s+\\(stack: reserved=(\\d+)KB, committed=(\\d+)KB");

    final MBeanServerConnection jmx;

    JvmProbe(MBeanServerConnection jmx) {
        this.jmx = jmx;
    }

    /** A call over JMX. */
    interface JmxCall<T> {
        T run() throws IOException, JMException;
    }

    /** @throws LabException that begins with {@code problem}, if the call fails */
    static <T> T call(String problem, JmxCall<T> call) {
        try {
            return call.run();
        } catch (IOException | JMException e) {
            throw new LabException(problem + ": " + e, e);
        }
    }

    /** One of the JVM's own beans, by its name in {@link ManagementFactory}. */
    public final <T extends PlatformManagedObject> T bean(String name, Class<T> type) {
        return call(
                "The server cannot be read over JMX", () -> ManagementFactory.newPlatformMXBeanProxy(jmx, name, type));
    }

    /** A bean of an application. @param type its interface, whose name ends in {@code MBean} */
    public final <T> T applicationBean(String name, Class<T> type) {
        return call("The server cannot be read over JMX", () -> JMX.newMBeanProxy(jmx, new ObjectName(name), type));
    }

    /** The JVM's garbage collectors. */
    public final List<GarbageCollectorMXBean> collectors() {
        return call(
                "The server cannot be read over JMX",
                () -> ManagementFactory.getPlatformMXBeans(jmx, GarbageCollectorMXBean.class));
    }

    private MemoryMXBean memory() {
        return bean(ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    }

    private ThreadMXBean threads() {
        return bean(ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
    }

    final long heapBytes() {
        return memory().getHeapMemoryUsage().getUsed();
    }

    /** Reachable bytes of the heap. This runs the server's garbage collector. */
    public final long liveHeapBytes() {
        memory().gc();
        memory().gc(); // frees the objects whose finalizers ran after the first
        return heapBytes();
    }

    /** Open files and sockets; -1 if the operating system does not report them. */
    public final long openDescriptors() {
        try {
            return bean(
                            ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME,
                            com.sun.management.UnixOperatingSystemMXBean.class)
                    .getOpenFileDescriptorCount();
        } catch (IllegalArgumentException notUnix) {
            return -1;
        }
    }

    /** Processor time of the process since its start. */
    public final long cpuNanos() {
        return bean(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
    }

    /** The number of all live threads. */
    public final int jvmThreads() {
        return threads().getThreadCount();
    }

    /** The name of each live thread, sorted. Several threads may have the same name. */
    public final List<String> threadNames() {
        ThreadMXBean threads = threads();
        return live(threads.getThreadInfo(threads.getAllThreadIds()))
                .map(ThreadInfo::getThreadName)
                .sorted()
                .toList();
    }

    /** The live threads whose names begin with a prefix, each with its state and its whole stack. */
    public final List<ThreadInfo> threads(String prefix) {
        return live(threads().dumpAllThreads(false, false))
                .filter(thread -> thread.getThreadName().startsWith(prefix))
                .toList();
    }

    /** The live threads. Java gives null for each thread that ended during the call, and these are left out. */
    private static Stream<ThreadInfo> live(ThreadInfo[] threads) {
        return Arrays.stream(threads).filter(Objects::nonNull);
    }

    /**
     * The stacks of all threads, as the JVM's native memory tracking counts them.
     *
     * @param reservedBytes the reserved address space
     * @param residentBytes the stacks in memory; a page counts after its first use
     */
    public record Stacks(int threads, long reservedBytes, long residentBytes) {

        /** From the report "VM.native_memory summary". Null if the JVM does not track its native memory. */
        static Stacks parse(String report) {
            Matcher stacks = STACKS.matcher(report);
            return stacks.find()
                    ? new Stacks(
                            Integer.parseInt(stacks.group(1)),
                            Long.parseLong(stacks.group(2)) * 1024,
                            Long.parseLong(stacks.group(3)) * 1024)
                    : null;
        }
    }

    /** Null unless the JVM runs with {@code -XX:NativeMemoryTracking=summary}. */
    public final Stacks stacks() {
        return Stacks.parse(diagnose("vmNativeMemory", "summary"));
    }

    /** The answer to one of the JVM's diagnostic commands. */
    private String diagnose(String command, String... arguments) {
        return (String) call(
                "The server's diagnostic command " + command + " failed over JMX",
                () -> jmx.invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        command,
                        new Object[] {arguments},
                        new String[] {String[].class.getName()}));
    }

    /** The number of reachable objects of a class. This runs the server's garbage collector. */
    public final long instances(String className) {
        return diagnose("gcClassHistogram")
                .lines()
                .map(line -> line.trim().split("\\s+")) // rank, instances, bytes, class
                .filter(columns -> columns.length > 3 && columns[3].equals(className))
                .mapToLong(columns -> Long.parseLong(columns[1]))
                .sum();
    }
}
