package asynclab.fault;

import asynclab.parameter.BadParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Faults, and the percentage of requests that get each one. All other requests get the answer they asked for. Immutable.
 */
record Faults(List<FaultShare> shares) {

    /** The kinds of faults. */
    enum FaultKind {
        NONE, // the answer that was asked for
        STATUS, // an error status; the body says that it is on purpose
        EMPTY, // the connection is closed without a byte
        RESET, // the connection is reset
        TRUNCATED, // half of the announced body, then the connection is closed
        DRIBBLE, // the body, byte by byte
        NEVER // no answer until the deadline
    }

    /** @param status for {@link FaultKind#STATUS}, else 0 */
    record Fault(FaultKind kind, int status) {}

    record FaultShare(Fault fault, int percent) {}

    static final Faults NONE = new Faults(List.of());

    private static final int MOST = 8;
    private static final String RANGE =
            "up to " + MOST + " of status-400 to status-599, empty, reset, truncated, dribble and never,"
                    + " each with an optional :PERCENT, at most 100 in total, such as reset:10,status-500:5";
    private static final Pattern SHARE =
            Pattern.compile("(?:status-([45][0-9]{2})|(empty|reset|truncated|dribble|never))(?::([0-9]{1,3}))?");

    /**
     * Reads faults from a text such as {@code reset:10,status-500:5}.
     *
     * @throws BadParameter if the text is malformed or its percentages exceed 100
     */
    static Faults parse(String name, String text) {
        String[] parts = text.split(",", MOST + 1);
        if (parts.length > MOST) throw new BadParameter(name, text, RANGE);
        var shares = new ArrayList<FaultShare>();
        for (String part : parts) {
            Matcher share = SHARE.matcher(part);
            if (!share.matches()) throw new BadParameter(name, text, RANGE);
            var fault = share.group(1) == null
                    ? new Fault(FaultKind.valueOf(share.group(2).toUpperCase(Locale.ROOT)), 0)
                    : new Fault(FaultKind.STATUS, Integer.parseInt(share.group(1)));
            shares.add(new FaultShare(fault, share.group(3) == null ? 100 : Integer.parseInt(share.group(3))));
        }
        if (shares.stream().mapToInt(FaultShare::percent).sum() > 100) throw new BadParameter(name, text, RANGE);
        return new Faults(List.copyOf(shares));
    }

    /** Draws the fault of one request. */
    Fault draw(RandomGenerator random) {
        int left = random.nextInt(100);
        for (FaultShare share : shares) {
            left -= share.percent;
            if (left < 0) return share.fault;
        }
        return new Fault(FaultKind.NONE, 0);
    }
}
