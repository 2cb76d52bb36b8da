package asynclab.fault;

import asynclab.input.BadParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Faults and how many requests in a hundred get each; all others get what they asked for. Immutable. */
record Faults(List<Share> shares) {

    /** What can be done to a client. */
    enum Kind {
        NONE, // what it asked for
        STATUS, // an error status, and a body that says it is on purpose
        EMPTY, // the connection ends without a byte
        RESET, // the connection is reset
        TRUNCATED, // half the body that was announced, and the end
        DRIBBLE, // the body, byte by byte
        NEVER // nothing, until the deadline
    }

    /** @param status of {@link Kind#STATUS}, else 0 */
    record Fault(Kind kind, int status) {}

    record Share(Fault fault, int percent) {}

    static final Faults NONE = new Faults(List.of());

    private static final int MOST = 8;
    private static final String RANGE =
            "up to " + MOST + " of status-400 to status-599, empty, reset, truncated, dribble and never,"
                    + " each with an optional :PERCENT, at most 100 in total, such as reset:10,status-500:5";
    private static final Pattern SHARE =
            Pattern.compile("(?:status-([45][0-9]{2})|(empty|reset|truncated|dribble|never))(?::([0-9]{1,3}))?");

    /** @throws BadParameter if the text is not of this form */
    static Faults parse(String name, String text) {
        String[] parts = text.split(",", MOST + 1);
        if (parts.length > MOST) throw new BadParameter(name, text, RANGE);
        var shares = new ArrayList<Share>();
        for (String part : parts) {
            Matcher share = SHARE.matcher(part);
            if (!share.matches()) throw new BadParameter(name, text, RANGE);
            var fault = share.group(1) == null
                    ? new Fault(Kind.valueOf(share.group(2).toUpperCase(Locale.ROOT)), 0)
                    : new Fault(Kind.STATUS, Integer.parseInt(share.group(1)));
            shares.add(new Share(fault, share.group(3) == null ? 100 : Integer.parseInt(share.group(3))));
        }
        if (shares.stream().mapToInt(Share::percent).sum() > 100) throw new BadParameter(name, text, RANGE);
        return new Faults(List.copyOf(shares));
    }

    /** One request's fate. */
    Fault draw(RandomGenerator random) {
        int left = random.nextInt(100);
        for (Share share : shares) {
            left -= share.percent;
            if (left < 0) return share.fault;
        }
        return new Fault(Kind.NONE, 0);
    }
}
