package asynclab.accesslog.shop;

import asynclab.cli.Lab;
import asynclab.options.Options;
import asynclab.server.PostgreSql;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A shop on HikariCP and PostgreSQL, and its customers. Its endpoints compute, then wait in the database, then wait for another service.
 * The customers are an open workload: a Poisson process. The real server writes the access log of {@code results/log}. The arguments are the
 * file of the log, the seconds, and the options that the build gives to the lab.
 */
public final class PoolShop {

    private static final double REQUESTS_PER_SECOND = 60;
    private static final int WARM_UP_SECONDS = 10;
    private static final int THREADS = 42;
    private static final int CONNECTIONS = 12;

    private PoolShop() {}

    public static void main(String[] arguments) {
        Options options = Lab.options(Arrays.copyOfRange(arguments, 2, arguments.length));
        try (var processes = new Processes();
                PostgreSql database = PostgreSql.start(processes, options.work(), CONNECTIONS);
                Server server = Server.start(options, processes, settings(database, Path.of(arguments[0])))) {
            new ShopCustomers(REQUESTS_PER_SECOND, "?cpuMs=%s&connectionMs=%d&ms=%d")
                    .send(
                            "http://127.0.0.1:" + server.port() + "/phases",
                            "?connectionMs=20&cpuMs=1",
                            WARM_UP_SECONDS,
                            Integer.parseInt(arguments[1]));
        }
    }

    private static ServerSettings settings(PostgreSql database, Path log) {
        return ServerSettings.named("pool-shop")
                .withRequestThreads(THREADS)
                .withJvmFlags(List.of("-Dlab.accessLog=" + log.toAbsolutePath()))
                .withDatabase(database, PostgreSql.SLEEP_AND_FIND, CONNECTIONS);
    }
}
