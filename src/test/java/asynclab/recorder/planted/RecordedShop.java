package asynclab.recorder.planted;

import asynclab.accesslog.shop.ShopCustomers;
import asynclab.cli.Lab;
import asynclab.options.Jdks;
import asynclab.options.Options;
import asynclab.server.Container;
import asynclab.server.Containers;
import asynclab.server.PostgreSql;
import asynclab.server.Processes;
import asynclab.server.Server;
import asynclab.server.ServerSettings;
import asynclab.server.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A shop on Tomcat, HikariCP and PostgreSQL with the recorder in its WAR, and its customers. The recorder writes the log. The arguments are the
 * file of the log, the seconds, a multiple of the traffic, the connections, the asynchronous pages ({@code -} for none; {@code virtual} for
 * Jetty with virtual threads and ten times the processor time), and the options that the build gives to the lab.
 */
public final class RecordedShop {

    private static final double REQUESTS_PER_SECOND = 60;
    private static final int WARM_UP_SECONDS = 10;
    private static final int THREADS = 20;

    private RecordedShop() {}

    public static void main(String[] arguments) throws IOException {
        Path log = Path.of(arguments[0]).toAbsolutePath();
        int seconds = Integer.parseInt(arguments[1]);
        double traffic = Double.parseDouble(arguments[2]);
        int connections = Integer.parseInt(arguments[3]);
        boolean virtual = arguments[4].equals("virtual");
        Options options = Lab.options(Arrays.copyOfRange(arguments, 5, arguments.length));
        Files.createDirectories(options.work());
        try (var processes = new Processes();
                PostgreSql database = PostgreSql.start(processes, options.work(), connections)) {
            Path war = PlantedServers.war(options.work(), options.project().resolve("target"));
            ServerSettings settings = ServerSettings.named("recorded-shop")
                    .withRequestThreads(THREADS)
                    .withJvmFlags(List.of(
                            "-Dasynclab.recorder.log=" + log,
                            "-Dplanted.url=" + database.url(),
                            "-Dplanted.user=" + PostgreSql.USER,
                            "-Dplanted.sql=" + PostgreSql.SLEEP,
                            "-Dplanted.connections=" + connections,
                            "-Dplanted.cpuTimes=" + (virtual ? 10 : 1),
                            "-Dplanted.async=" + arguments[4]));
            if (virtual) settings = settings.withJava(Jdks.atLeast(21)).withVirtualThreads(0);
            Container container = (virtual ? Containers.JETTY : Containers.TOMCAT).servedAt("/blocking/ready");
            Path home = virtual ? options.jettyHome() : options.tomcatHome();
            try (Server shop = Server.startClean(
                    processes,
                    container,
                    new Site(home, options.work(), war, options.project().resolve("jetty.xml"), settings))) {
                new ShopCustomers(traffic * REQUESTS_PER_SECOND, "?cpuMs=%s&connectionMs=%d&otherMs=%d")
                        .send(
                                "http://127.0.0.1:" + shop.port() + "/shop",
                                "/warm-up?cpuMs=1&connectionMs=20",
                                WARM_UP_SECONDS,
                                seconds);
            }
        }
    }
}
