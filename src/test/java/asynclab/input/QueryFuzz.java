package asynclab.input;

import java.util.List;
import java.util.SplittableRandom;

/** Query strings made from valid ones by mutation. The same generator state makes the same strings. Not thread-safe. */
public final class QueryFuzz {

    // Between blanks. Two blanks in a row are around an empty one.
    private static final List<String> NAMES = words(
            "ms minMs maxMs mix seed timeoutMs bytes text users threads throughput mean find reserved discipline rate"
                    + "  % %3Cscript%3E ms%00 \u00e9 MS ms[]");

    /** No whole number above 3 is a valid hold time or timeout, so no request is held for long. */
    private static final List<String> VALUES = words("0 1 2 3  -1 -0 00 x 1.5 1e3 0x1 1_0 %2B1 %201 NaN null "
            + "9".repeat(18) + " " + "9".repeat(40) + " " + "9".repeat(3_000)
            + " 100:1 50:1,50:2 100:1, : 0:0,100:0 think % %zz %00 %ff %C3%28 %D9%A1 %ED%A0%80 "
            + "%F0%9F%98%80".repeat(40) + " x" + "%F0%9F%98%80".repeat(40)
            + " %0d%0aX-Injected:%20yes %3Cscript%3Ealert(1)%3C/script%3E <script> %22%7d ..%2f..%2fetc"
            + " \u00ff 1&1 = ; # '-- ${jndi:x} %24%7B7*7%7D");

    private static List<String> words(String words) {
        return List.of(words.split(" "));
    }

    private final SplittableRandom random;

    public QueryFuzz(SplittableRandom random) {
        this.random = random;
    }

    /** @param parameters of a valid query, as NAME=VALUE */
    public String query(List<String> parameters) {
        var query = new StringBuilder();
        for (String parameter : parameters) {
            if (chance(5)) continue;
            int equals = parameter.indexOf('=');
            String name = chance(5) ? oneOf(NAMES) : parameter.substring(0, equals);
            String value = chance(20) ? oneOf(VALUES) : parameter.substring(equals + 1);
            query.append('&').append(name).append(chance(3) ? "" : "=" + value);
        }
        while (chance(10)) query.append('&').append(oneOf(NAMES)).append('=').append(oneOf(VALUES));
        return query.isEmpty() ? "" : query.substring(1);
    }

    public <T> T oneOf(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}
