package asynclab.corpus.reproduction;

import asynclab.corpus.BenchmarkArm;
import asynclab.frameworks.FrameworkServers;
import asynclab.options.Jdks;
import asynclab.options.LabException;
import asynclab.options.Options;
import asynclab.server.PostgreSql;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Starts the servers of an arm, each in a process of its own. One thread uses this. */
final class ReproductionServers {

    private static final int USUAL_THREADS = 100; // of a server whose requests hold none
    private static final int VIRTUAL_JDK = 25;
    private static final long LONG_MILLIS = 600_000;
    private static final int MANY = 100_000;

    /** Answers after the hold time, and blocks a request thread meanwhile: any path below it is {@code /phases}. */
    private static final String BLOCKING_BACKEND = "/phases";

    private final Options options;
    private final Processes processes;

    ReproductionServers(Options options, Processes processes) {
        this.options = options;
        this.processes = processes;
    }

    /** A server that is measured, and what it needs. The servers are closed in the reverse order. */
    static final class RunningServers implements AutoCloseable {

        private final Deque<Runnable> closings = new ArrayDeque<>();
        private Server measured;

        Server measured() {
            return measured;
        }

        private Server also(Server server) {
            closings.push(server::close);
            return server;
        }

        @Override
        public void close() {
            closings.forEach(Runnable::run);
        }
    }

    /** @throws LabException if a server does not start, or if this machine lacks what it needs */
    RunningServers start(StandIn server, BenchmarkArm arm) {
        var running = new RunningServers();
        try {
            running.measured = running.also(
                    server == StandIn.BACKGROUND
                            ? FrameworkServers.startOnJetty(
                                    options,
                                    processes,
                                    "JettyBackground",
                                    arm.threads() + ServerSettings.JETTYS_OWN_THREADS)
                            : Server.start(options, processes, settings(server, arm, running)));
            if (server == StandIn.BLOCKING) checkThreads(running.measured, arm.threads());
            return running;
        } catch (RuntimeException e) {
            running.close();
            throw e;
        }
    }

    private static void checkThreads(Server server, int threads) {
        int usable = server.probe().pool().usable();
        if (usable != threads)
            throw new LabException(
                    "The server must have " + threads + " usable request threads, but has " + usable + ".");
    }

    private ServerSettings settings(StandIn server, BenchmarkArm arm, RunningServers running) {
        var flags = new ArrayList<String>();
        if (server == StandIn.WORKERS) flags.add("-Dasynclab.queue-servers=" + arm.threads());
        if (server == StandIn.FAN_OUT)
            flags.add("-Dasynclab.lookup-queue=" + MANY); // each request has a lookup of 0 ms
        if (server.callsBackend()) flags.addAll(backend(server, arm, running));
        ServerSettings settings = settings("corpus", threads(server, arm), flags);
        if (!server.isVirtual()) return settings;
        String java = Jdks.atLeast(VIRTUAL_JDK);
        if (java == null) throw new LabException("Virtual threads need a JDK " + VIRTUAL_JDK + ", and none was found.");
        ServerSettings virtual = settings.withJava(java).withVirtualThreads(0);
        if (server != StandIn.DATABASE) return virtual;
        PostgreSql database = PostgreSql.start(processes, options.work(), arm.threads());
        running.closings.push(database::close);
        return virtual.withDatabase(database, PostgreSql.SLEEP, arm.threads()).withConnectionTimeout(LONG_MILLIS);
    }

    private static ServerSettings settings(String name, int threads, List<String> flags) {
        return ServerSettings.named(name)
                .withRequestThreads(threads + ServerSettings.JETTYS_OWN_THREADS)
                .withJvmFlags(flags);
    }

    private static int threads(StandIn server, BenchmarkArm arm) {
        return switch (server) {
            case BLOCKING -> arm.threads();
            case BLOCKING_GATEWAY -> StandIn.ENOUGH_THREADS;
            default -> USUAL_THREADS;
        };
    }

    /** Starts a backend. @return the flags of the gateway */
    private List<String> backend(StandIn server, BenchmarkArm arm, RunningServers running) {
        int threads = server == StandIn.GATEWAY ? arm.threads() : StandIn.ENOUGH_THREADS;
        Server backend = running.also(Server.start(options, processes, settings("corpus-backend", threads, List.of())));
        String url = "-Dasynclab.backend=http://127.0.0.1:" + backend.port()
                + (server == StandIn.FAN_OUT ? "" : BLOCKING_BACKEND);
        return server == StandIn.GATEWAY
                ? List.of(url)
                : List.of(url, "-Dasynclab.backend-connections=" + arm.threads());
    }
}
