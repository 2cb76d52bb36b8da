package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.options.LabException;
import asynclab.run.plan.ClientPlan;
import asynclab.run.plan.Engines;
import asynclab.run.plan.LoadPlan;
import asynclab.run.plan.PlanDraws;
import asynclab.run.plan.PlannedHold;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesTest {

    private static final String HEADER =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage,Latency,Connect\n";
    private static final LoadPlan ALL_SHORT =
            new LoadPlan(2, 0, 2, null, 0, PlannedHold.fixed("1 s", 1000), null, 0, 0, ClientPlan.USUAL, 1, null);

    @TempDir
    Path folder;

    private Samples read(String rows) throws Exception {
        Path jtl = folder.resolve("samples.jtl");
        Files.writeString(jtl, HEADER + rows);
        return Samples.read(jtl, new PlanDraws(ALL_SHORT, 1), new Engines(List.of()));
    }

    @Test
    void the_warm_up_is_counted_separately_and_failures_keep_jmeters_message() throws Exception {
        Samples samples = read(
                """
                500,10,warm-up,200,OK,warm-up 1-1,true,,10,1
                1000,1000,1 s,200,OK,users 2-1,true,,1000,3
                1000,3000,1 s,200,OK,users 2-2,true,,3000,2
                2000,60,1 s,Non HTTP response code: X,"Non HTTP response message: 127.0.0.1:1, failed ""to"" respond",users 2-1,false,"a
                line",0,0
                """);
        assertEquals(1, samples.warmup());
        assertEquals(3, samples.all().size());
        assertEquals(
                Map.of(
                        "1 s: Non HTTP response code: X Non HTTP response message: 127.0.0.1:1, failed \"to\" respond",
                        1),
                samples.errors());
        assertEquals(2, samples.unqueued()); // the second waited two seconds for a thread
        assertEquals(3, samples.maxConnectMs());
        assertEquals(1.0, samples.all().throughput()); // 3 in 3 s: from 1000 to 4000
    }

    @Test
    void a_users_own_warm_up_is_no_sample() throws Exception {
        Samples samples = read(
                """
                400,500,warm-up,200,OK,users 2-1,true,,500,90
                1000,1000,1 s,200,OK,users 2-1,true,,1000,0
                """);
        assertEquals(1, samples.warmup());
        assertEquals(1, samples.all().size());
        assertEquals(0, samples.notAsDrawn());
        assertEquals(0, samples.maxConnectMs()); // the connection was opened before
    }

    @Test
    void a_request_with_another_hold_time_than_predicted_is_counted() throws Exception {
        assertEquals(1, read("1000,4000,4 s,200,OK,users 2-1,true,,4000,1\n").notAsDrawn());
    }

    @Test
    void an_empty_or_foreign_file_is_refused() {
        assertThrows(LabException.class, () -> read(""));
        assertThrows(LabException.class, () -> read("1000,abc,1 s,200,OK,users 2-1,true,,0,0\n"));
    }
}
