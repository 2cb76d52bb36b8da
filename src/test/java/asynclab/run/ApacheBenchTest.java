package asynclab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asynclab.options.LabException;
import asynclab.run.result.figures.SentBurst.CrossCheck;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ApacheBenchTest {

    /** The output of ab 2.3 of Debian 12 for /async, shortened. */
    private static final String OUTPUT =
            """
            This is ApacheBench, Version 2.3 <$Revision$>

            Benchmarking 127.0.0.1 (be patient)
            Completed 1000 requests
            Finished 1000 requests


            Document Path:          /async?ms=1000
            Document Length:        2 bytes

            Concurrency Level:      1000
            Time taken for tests:   2.129 seconds
            Complete requests:      1000
            Failed requests:        0
            Total transferred:      244000 bytes
            Requests per second:    469.71 [#/sec] (mean)

            Connection Times (ms)
                          min  mean[+/-sd] median   max
            Connect:        0   32   8.6     33      43
            Total:       1032 1049   5.1   1048    1082

            Percentage of the requests served within a certain time (ms)
              50%   1048
              99%   1063
             100%   1082 (longest request)
            """;

    @Test
    void the_throughput_comes_from_the_longest_request_not_from_the_time_taken() {
        assertEquals(
                new CrossCheck("ab …", 1_000, 0, 1_082, 1_000 * 1_000.0 / 1_082), ApacheBench.parse("ab …", OUTPUT));
    }

    @Test
    void a_whole_run_has_what_ab_printed() {
        ApacheBench.AbRun run = ApacheBench.read(OUTPUT);
        assertEquals(1_000, run.requests());
        assertEquals(2.129, run.seconds());
        assertEquals(469.71, run.perSecond());
        assertEquals(1_049, run.meanMs());
        assertEquals(Map.of(50, 1_048.0, 99, 1_063.0, 100, 1_082.0), run.percentilesMs());
    }

    @Test
    void a_response_that_is_not_as_expected_counts_as_failed() {
        String failed =
                OUTPUT.replace("Failed requests:        0", "Failed requests:        3\nNon-2xx responses:      20");
        assertEquals(23, ApacheBench.parse("ab …", failed).failed());
    }

    @Test
    void a_run_that_did_not_finish_gives_one_sentence_with_the_last_line_of_ab() {
        var e = assertThrows(
                LabException.class,
                () -> ApacheBench.parse("ab …", "Benchmarking\napr_socket_recv: Connection reset by peer (104)\n\n"));
        assertEquals(
                "ab printed no time of the longest request. The last line of its output: apr_socket_recv: Connection reset by peer (104)",
                e.getMessage());
    }
}
