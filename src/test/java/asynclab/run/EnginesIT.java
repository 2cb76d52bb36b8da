package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.LabSession;
import asynclab.exchange.Ending;
import asynclab.options.Jdks;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlanDraws;
import asynclab.run.result.ArmResult;
import asynclab.run.result.Summary;
import asynclab.run.result.ValidityCheck;
import asynclab.server.Processes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Two stock JMeter engines share E1's users. They are started as a user starts them. The server gets the same requests as from
 * one JMeter.
 */
class EnginesIT {

    private static final long START_SECONDS = 300;
    private static final int MOST_STARTS = 5;

    private final Path work = Path.of(System.getProperty("lab.work")).toAbsolutePath();
    private final Path jmeter = Path.of(System.getProperty("lab.jmeterHome"));
    private final LabSession lab = LabSession.ofBuild(Path.of(""), work.resolve("engines"));

    /** This number of different free ports. */
    private static List<Integer> freePorts(int number) throws IOException {
        var free = new ArrayList<ServerSocket>();
        try {
            while (free.size() < number) free.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            return free.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : free) socket.close();
        }
    }

    private record Engine(int port, Path folder, Process process) {

        /** Returns when the engine answers. @return false if it has ended, as when another process has taken its port */
        boolean hasStarted() throws Exception {
            long giveUp = System.nanoTime() + START_SECONDS * 1_000_000_000L;
            while (!isBound(port)) {
                if (process.waitFor(100, TimeUnit.MILLISECONDS)) return false;
                assertTrue(System.nanoTime() < giveUp, () -> "see " + folder);
            }
            return true;
        }

        String address() {
            return "127.0.0.1:" + port;
        }
    }

    private List<Engine> startTwo(Processes processes) throws Exception {
        for (int start = 1; ; start++) {
            List<Integer> ports = freePorts(4);
            List<Engine> engines = List.of(
                    startEngine(processes, ports.get(0), ports.get(1)),
                    startEngine(processes, ports.get(2), ports.get(3)));
            if (engines.get(0).hasStarted() && engines.get(1).hasStarted()) return engines;
            assertTrue(start < MOST_STARTS, () -> "it has ended; see " + engines);
            for (Engine engine : engines) engine.process().destroy();
        }
    }

    private Engine startEngine(Processes processes, int port, int localPort) throws Exception {
        Path folder = work.resolve("engine-" + port);
        Files.createDirectories(folder);
        Process process = processes.java(
                Jdks.own(),
                folder,
                folder.resolve("engine.log"),
                List.of(
                        "-Xss256k",
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1", // less CPU time in a short run
                        "-Djava.rmi.server.hostname=127.0.0.1",
                        "-Djava.awt.headless=true",
                        "-Dserver_port=" + port,
                        "-jar",
                        jmeter.resolve("bin/ApacheJMeter.jar").toString(),
                        "-s",
                        "-j",
                        folder.resolve("jmeter.log").toString(),
                        "-Jserver.rmi.ssl.disable=true",
                        "-Jserver.rmi.localport=" + localPort));
        return new Engine(port, folder, process);
    }

    private static boolean isBound(int port) {
        try {
            return List.of(LocateRegistry.getRegistry("127.0.0.1", port).list()).contains("JMeterEngine");
        } catch (RemoteException notYet) {
            return false;
        }
    }

    @Test
    void two_engines_send_the_requests_of_one() throws Exception {
        Files.createDirectories(work);
        Path folder;
        try (var processes = new Processes()) {
            String engines = startTwo(processes).stream().map(Engine::address).collect(Collectors.joining(","));
            folder = lab.run(
                    "results=" + work.resolve("engines-results"),
                    "speed=10",
                    "arms=async",
                    "engines=" + engines,
                    "dashboard=true");
        }
        Summary summary = Summary.read(folder.resolve("summary.json"));
        ArmResult arm = summary.arms().get(0);
        assertEquals(0, arm.measured().errors(), lab::printed);
        assertEquals(drawnForOne(summary.workload()), labels(arm));
        assertTrue(Files.exists(folder.resolve("async-dashboard/index.html")));
        assertTrue(Files.readString(folder.resolve("index.html")).contains("href=\"async-dashboard/index.html\""));
        assertEquals(2_500, arm.server().warmupRequests());
        assertEquals(12_500L, arm.server().ledger().ended(Ending.ANSWERED));
        for (String check : List.of("samples", "draws", "ledger")) {
            var made = summary.validity().stream()
                    .filter(c -> c.check().toString().equals(check))
                    .toList();
            assertTrue(!made.isEmpty() && made.stream().allMatch(ValidityCheck::ok), () -> check + ": " + made);
        }
    }

    /** The number of requests of each label that one engine sends. */
    private static Map<String, Long> drawnForOne(LoadPlan load) {
        var draws = new PlanDraws(load, load.seed());
        return IntStream.range(0, load.users())
                .boxed()
                .flatMap(user -> IntStream.range(0, load.loops()).mapToObj(loop -> draws.label(user, loop)))
                .collect(Collectors.groupingBy(label -> label, Collectors.counting()));
    }

    private static Map<String, Long> labels(ArmResult arm) {
        return arm.measured().byLabel().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, label -> label.getValue().samples()));
    }
}
