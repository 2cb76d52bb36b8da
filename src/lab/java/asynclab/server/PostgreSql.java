package asynclab.server;

import asynclab.options.LabException;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The lab's own PostgreSQL server, started with the programs of the system's package. It has its own folder and port. It listens
 * on the loopback address only and has no Unix socket. Its data does not survive a power failure ({@code fsync=off}). The lab's
 * connections belong to a role that owns one database and has no other rights. PostgreSQL refuses to run as root. If the lab runs
 * as root, {@code setpriv} starts PostgreSQL as {@code postgres} or {@code nobody}. One thread uses this.
 */
public final class PostgreSql implements AutoCloseable {

    /** A statement that only holds a connection, for {@code lookup-sql}. */
    public static final String SLEEP = "SELECT pg_sleep(? / 1000.0)";

    /** The same statement, but it first finds a random row of the table {@code item} by its primary key. */
    public static final String SLEEP_AND_FIND =
            "SELECT name, pg_sleep(? / 1000.0) FROM (SELECT 1 + floor(random() * 100000)::int AS id OFFSET 0) drawn"
                    + " JOIN item USING (id)";

    /** The name of the role and of its database. */
    public static final String USER = "lab";

    private static final int ROWS = 100_000;
    private static final long START_SECONDS = 180; // on a slow machine
    private static final List<String> USERS = List.of("postgres", "nobody");

    private final Processes processes;
    private final Path programs;
    private final Path folder;
    private final List<String> asUser;
    private final int port;
    private final int connections;
    private Process server;

    private PostgreSql(Processes processes, Path programs, Path folder, int connections) throws IOException {
        this.processes = processes;
        this.programs = programs;
        this.folder = folder;
        this.connections = connections;
        asUser = asUser();
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    /** The folder with the newest PostgreSQL programs of the system; null if there are none. */
    public static Path find() {
        try (Stream<Path> versions = list(Path.of("/usr/lib/postgresql"))) {
            Stream<Path> packaged =
                    versions.sorted(Container.BY_VERSION.reversed()).map(version -> version.resolve("bin"));
            Stream<Path> onPath = Stream.of(
                            System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                    .map(Path::of);
            return Stream.concat(packaged, onPath)
                    .filter(bin ->
                            Files.isExecutable(bin.resolve("initdb")) && Files.isExecutable(bin.resolve("postgres")))
                    .findFirst()
                    .orElse(null);
        }
    }

    private static Stream<Path> list(Path folder) {
        try {
            return Files.isDirectory(folder) ? Files.list(folder) : Stream.empty();
        } catch (IOException unreadable) {
            return Stream.empty();
        }
    }

    /**
     * Makes a new database with the table {@code item}, and starts its server.
     *
     * @param work the lab's folder. The database is in a folder of its own below it, or in the folder for temporary files if
     *     PostgreSQL's user may not enter the lab's folder
     * @param connections the most connections at a time
     * @throws LabException with the reason if that fails, or if PostgreSQL is not installed
     */
    public static PostgreSql start(Processes processes, Path work, int connections) {
        Path programs = find();
        if (programs == null)
            throw new LabException(
                    "PostgreSQL is not installed: there is no initdb in /usr/lib/postgresql/*/bin or in PATH. On Debian, install postgresql.");
        try {
            Path folder = processes.removedAtEnd(folder(work.toAbsolutePath().normalize()));
            var database = new PostgreSql(processes, programs, folder, connections);
            try {
                database.make();
                database.restart();
                database.fill();
                return database;
            } catch (RuntimeException e) {
                database.close();
                throw e;
            }
        } catch (IOException e) {
            throw new LabException("PostgreSQL cannot be set up: " + e.getMessage(), e);
        }
    }

    private static Path folder(Path work) throws IOException {
        Files.createDirectories(work);
        boolean enterable = !isRoot();
        for (Path each = work; !enterable && each != null; each = each.getParent())
            if (!Files.getPosixFilePermissions(each).contains(PosixFilePermission.OTHERS_EXECUTE))
                return Files.createTempDirectory("lab-postgresql");
        return Files.createTempDirectory(work, "postgresql");
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private List<String> asUser() throws IOException {
        if (!isRoot()) return List.of();
        var users = folder.getFileSystem().getUserPrincipalLookupService();
        for (String user : USERS)
            try {
                Files.setOwner(folder, users.lookupPrincipalByName(user));
                return List.of(
                        "setpriv",
                        "--reuid=" + user,
                        "--regid=" + users.lookupPrincipalByGroupName(group(user)),
                        "--clear-groups");
            } catch (UserPrincipalNotFoundException none) {
                // the next one
            }
        throw new LabException("PostgreSQL does not run as root, and there is no user postgres or nobody.");
    }

    private static String group(String user) {
        return user.equals("nobody") ? "nogroup" : user;
    }

    private void make() throws IOException {
        run(
                "",
                "initdb",
                "--pgdata=" + data(),
                "--auth=trust",
                "--username=owner",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync");
        String roles = "CREATE ROLE " + USER + " LOGIN;\nCREATE DATABASE " + USER + " OWNER " + USER + ";\n";
        run(roles, "postgres", "--single", "-D", data(), "postgres");
        // The role with all rights may not connect. Otherwise any user of this machine could connect with this role.
        Files.writeString(Path.of(data(), "pg_hba.conf"), "host " + USER + " " + USER + " 127.0.0.1/32 trust\n");
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private List<String> command(String... words) {
        var command = new ArrayList<>(asUser);
        command.add(programs.resolve(words[0]).toString());
        command.addAll(List.of(words).subList(1, words.length));
        return command;
    }

    /** Runs a program to its end. @param input for its standard input */
    private void run(String input, String... words) {
        Processes.ProgramEnd end = processes.run(folder, command(words), input);
        if (end.exit() != 0 || end.output().contains("ERROR:"))
            throw new LabException("PostgreSQL cannot be set up: " + words[0] + " said: "
                    + end.output().strip());
    }

    /** Starts the server, again after {@link #kill}, on the same port. Returns when it accepts connections. */
    public void restart() {
        List<String> command = command("postgres", "-D", data(), "-p", Integer.toString(port));
        for (String setting : List.of(
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=",
                "max_connections=" + (connections + 10), // the connections of the lab, and some that are closing
                "fsync=off",
                "full_page_writes=off",
                "jit=off",
                "logging_collector=on",
                "log_directory=" + folder)) command.addAll(List.of("-c", setting));
        server = processes.program(folder, command);
        if (!ApplicationClient.await(START_SECONDS, () -> !server.isAlive() || accepts()) || !server.isAlive())
            throw new LabException("PostgreSQL did not start: " + said());
    }

    private String said() {
        try {
            return new String(server.getInputStream()
                            .readNBytes(server.getInputStream().available()))
                    .strip();
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private boolean accepts() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    /** A connection of the lab. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), USER, "");
    }

    /** The URL for {@code jdbc-url}. The user is {@link #USER}; there is no password. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + USER;
    }

    private void fill() {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE item (id int PRIMARY KEY, name text NOT NULL)");
            statement.execute("INSERT INTO item SELECT id, 'item ' || id FROM generate_series(1, " + ROWS + ") AS id");
            statement.execute("ANALYZE item");
        } catch (SQLException e) {
            throw new LabException("The table item cannot be made: " + e.getMessage(), e);
        }
    }

    /** Ends the server as a crash of the machine would. Its connections break. */
    public void kill() {
        var children = server.descendants().toList();
        server.destroyForcibly();
        processes.stop(server);
        children.forEach(child -> child.onExit().join()); // until then the server cannot start again
    }

    /** Stops the server by the signal that does not wait for the clients. */
    private void stop() {
        if (server == null || !server.isAlive()) return;
        Process signal = processes.program(folder, List.of("kill", "-INT", Long.toString(server.pid())));
        signal.onExit().join();
        processes.stop(signal);
        processes.stop(server);
    }

    /** Stops the server and removes its files. */
    @Override
    public void close() {
        stop();
        processes.remove(folder);
    }
}
