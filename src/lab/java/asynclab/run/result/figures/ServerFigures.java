package asynclab.run.result.figures;

import asynclab.exchange.Ledger;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The server's own figures over a run.
 *
 * @param cpuMicrosPerRequest processor time of the server's JVM ÷ requests; null if the run was too short to measure it
 * @param peakThreads the most threads of every kind in the JVM
 * @param peakWaiting the most requests without a thread at one reading: queued for one, or held asynchronously
 * @param peakRssBytes null if the system does not report it
 * @param meanMachineLoad busy share of the machine's processors, client and server together
 * @param missedSeconds the number of readings that JMX did not answer
 * @param warmupRequests the requests of the ledger that were sent before the run
 * @param ledger the application's request ledger at the end of the run, warm-up included
 */
public record ServerFigures(
        Double cpuMicrosPerRequest,
        ThreadFigures threads,
        int peakThreads,
        long peakWaiting,
        long peakInFlight,
        long peakHeapBytes,
        Long peakRssBytes,
        ClientFigures client,
        double meanMachineLoad,
        int missedSeconds,
        int warmupRequests,
        Ledger.Snapshot ledger) {

    /**
     * The request threads.
     *
     * @param reservedThreads the most idle threads that are reserved for new requests; -1 if the server is not Jetty
     * @param stacks null unless the arm's JVM tracks its native memory
     * @param sampled whether the arm has a timeline of its threads; null in older results
     */
    public record ThreadFigures(
            int maxThreads,
            int usableThreads,
            int reservedThreads,
            int peakBusyThreads,
            @JsonInclude(JsonInclude.Include.NON_NULL) StackFigures stacks,
            @JsonInclude(JsonInclude.Include.NON_NULL) Boolean sampled) {}

    /**
     * The stacks of all threads in the JVM after the run.
     *
     * @param reservedBytes the reserved address space
     * @param residentBytes the stacks in memory; a page counts after its first use
     */
    public record StackFigures(int stacks, long reservedBytes, long residentBytes) {}

    /**
     * The load generator.
     *
     * @param maxConnectMs the longest time to open a connection
     */
    public record ClientFigures(double clientCpuSeconds, long maxConnectMs) {}
}
