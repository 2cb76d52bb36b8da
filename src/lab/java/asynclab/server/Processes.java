package asynclab.server;

import asynclab.options.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The processes this lab has started, and only those. All are ended when the lab ends, however it ends. Thread-safe. */
public final class Processes implements AutoCloseable {

    private static final long STOP_SECONDS = 20;
    /** Before whatever flags a process is started with, which win: for the tests, whose processes live for seconds. */
    private static final List<String> FIRST_FLAGS = Stream.of(
                    System.getProperty("lab.firstFlags", "").split(" "))
            .filter(flag -> !flag.isEmpty())
            .toList();

    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private final Thread onExit = new Thread(this::stopAll, "lab-stop");

    private boolean stopping; // guarded by this

    public Processes() {
        Runtime.getRuntime().addShutdownHook(onExit); // Ctrl-C
    }

    /** Starts Java with the arguments; what it prints goes to the log, or to the caller if there is none. */
    public Process java(String java, Path directory, Path log, List<String> arguments) {
        return java(java, directory, log, arguments, Map.of());
    }

    /** @param environment variables beyond the lab's own */
    public synchronized Process java(
            String java, Path directory, Path log, List<String> arguments, Map<String, String> environment) {
        if (stopping)
            throw new LabException("The lab is stopping and starts no process."); // else this one would outlive it
        var builder = new ProcessBuilder(java).directory(directory.toFile()).redirectErrorStream(true);
        builder.command().addAll(FIRST_FLAGS);
        builder.command().addAll(arguments);
        builder.environment().putAll(environment);
        if (log != null) builder.redirectOutput(log.toFile());
        try {
            Files.createDirectories(directory);
            Process process = builder.start();
            running.add(process);
            return process;
        } catch (IOException e) {
            throw new LabException("A process could not be started: " + e.getMessage(), e);
        }
    }

    /** Asks a process to end, waits, and ends it by force if it does not. @return whether it ended by itself */
    public boolean stop(Process process) {
        process.destroy();
        try {
            boolean ended = process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
            if (!ended) process.destroyForcibly().waitFor();
            running.remove(process);
            return ended;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void stopAll() {
        synchronized (this) {
            stopping = true;
        }
        running.forEach(Process::destroy);
        running.forEach(this::stop);
    }

    @Override
    public void close() {
        stopAll();
        try {
            Runtime.getRuntime().removeShutdownHook(onExit);
        } catch (IllegalStateException e) {
            // the JVM is ending and the hook is what ended the processes
        }
    }
}
