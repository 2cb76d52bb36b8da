package asynclab.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The time stamps of proxies. Now it is 1,800,000,000.5 s since 1970. */
class ArrivalTest {

    private static final long NOW = 1_800_000_000_500_000L;

    @ParameterizedTest
    @CsvSource({
        "1800000000, 500000",
        "1800000000.25, 250000",
        "t=1800000000.250, 250000",
        "1800000000400, 100000",
        "t=1800000000400, 100000",
        "1800000000499999, 1",
        "1800000000500000, 0",
        "1800000000500001, -1",
        "1799999400500000, 600000000",
        "1799999400499999, -1",
        "0, -1",
        "-1, -1",
        "NaN, -1",
        "t=, -1",
        "yesterday, -1",
        "1800000000500000000, -1"
    })
    void a_proxy_writes_seconds_milliseconds_or_microseconds(String header, long micros) {
        assertEquals(micros, Arrival.sinceMicros(header, NOW));
    }
}
