package asynclab.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

/** Reads the report of native memory tracking as the JDKs write it. */
class StacksTest {

    private static final String JDK_17 =
            """
            Total: reserved=2626513KB, committed=1146177KB
            -                    Thread (reserved=25242KB, committed=1134KB)
                                        (thread #25)
                                        (stack: reserved=25168KB, committed=1060KB)
                                        (malloc=43KB #152)
            """;

    @Test
    void the_stacks_of_all_threads() {
        var expected = new JvmProbe.Stacks(25, 25_168 * 1_024, 1_060 * 1_024);
        assertEquals(expected, JvmProbe.Stacks.parse(JDK_17));
        String jdk21 = JDK_17.replace("(thread #", "(threads #").replace("1060KB)", "1060KB, peak=1100KB)");
        assertEquals(expected, JvmProbe.Stacks.parse(jdk21));
        assertNull(JvmProbe.Stacks.parse("Native memory tracking is not enabled"));
    }
}
