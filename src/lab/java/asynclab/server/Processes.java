package asynclab.server;

import asynclab.options.LabException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The processes that this lab has started. All end when the lab ends, also on Ctrl-C. Thread-safe. */
public final class Processes implements AutoCloseable {

    private static final long STOP_SECONDS = 20;

    /** The first flags of every process. Later flags override them. The tests set these, because their processes live for seconds. */
    private static final List<String> FIRST_FLAGS = Stream.of(
                    System.getProperty("lab.firstFlags", "").split(" "))
            .filter(flag -> !flag.isEmpty())
            .toList();

    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private final Set<Path> folders = ConcurrentHashMap.newKeySet(); // removed at the end
    private final Thread onExit = new Thread(this::stopAll, "lab-stop");

    private boolean stopping; // guarded by this

    public Processes() {
        Runtime.getRuntime().addShutdownHook(onExit); // Ctrl-C
    }

    /** Starts Java with these arguments. Its output goes to the log. If the log is null, the caller reads the output. */
    public Process java(String java, Path directory, Path log, List<String> arguments) {
        return java(List.of(java), directory, log, arguments, Map.of());
    }

    /**
     * @param java the java command, with the words before it, such as those of {@code taskset}
     * @param environment environment variables, added to those of the lab
     */
    public synchronized Process java(
            List<String> java, Path directory, Path log, List<String> arguments, Map<String, String> environment) {
        var builder = new ProcessBuilder(new ArrayList<>(java))
                .directory(directory.toFile())
                .redirectErrorStream(true);
        builder.command().addAll(FIRST_FLAGS);
        builder.command().addAll(arguments);
        builder.environment().putAll(environment);
        if (log != null) builder.redirectOutput(log.toFile());
        return start(builder, directory);
    }

    /** Whether this program is in PATH. */
    public static boolean isInstalled(String program) {
        return Stream.of(String.valueOf(System.getenv("PATH")).split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** Starts any program. The caller reads its output. */
    public synchronized Process program(Path directory, List<String> command) {
        return start(new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true), directory);
    }

    /** @param exit the exit code of a program @param output what it printed, with its errors */
    public record ProgramEnd(int exit, String output) {}

    /** Runs a program to its end. @param input for its standard input */
    public ProgramEnd run(Path directory, List<String> command, String input) {
        Process process = program(directory, command);
        try {
            process.outputWriter().append(input).close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new ProgramEnd(process.waitFor(), output);
        } catch (IOException e) {
            throw new LabException("The program " + command.get(0) + " cannot be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted while " + command.get(0) + " ran.");
        } finally {
            stop(process);
        }
    }

    private Process start(ProcessBuilder builder, Path directory) {
        if (stopping)
            throw new LabException("The lab is stopping and starts no process."); // the process would outlive the lab
        try {
            Files.createDirectories(directory);
            Process process = builder.start();
            running.add(process);
            return process;
        } catch (IOException e) {
            throw new LabException("A process could not be started: " + e.getMessage(), e);
        }
    }

    /** Asks a process to end, waits twenty seconds, then kills it. @return whether it ended without being killed */
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

    /** A folder that is removed when all processes have ended. @return the folder */
    Path removedAtEnd(Path folder) {
        folders.add(folder);
        return folder;
    }

    /** Removes a folder and its files. No process may write to it any more. */
    void remove(Path folder) {
        folders.remove(folder);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new LabException("The folder " + folder + " cannot be removed: " + e.getMessage(), e);
        }
    }

    /** The number of processes that have not been stopped. */
    public int running() {
        return running.size();
    }

    private void stopAll() {
        synchronized (this) {
            stopping = true;
        }
        running.forEach(Process::destroy);
        running.forEach(this::stop);
        folders.forEach(this::remove);
    }

    @Override
    public void close() {
        stopAll();
        try {
            Runtime.getRuntime().removeShutdownHook(onExit);
        } catch (IllegalStateException e) {
            // the JVM is ending, and this hook has ended the processes
        }
    }
}
