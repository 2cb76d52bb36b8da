package asynclab.soak;

/**
 * What a hostile client does on one connection.
 *
 * @param name the name of the kind of attack, for the figures
 * @param first is sent first
 * @param again is sent after that, so many {@code times}
 * @param drip is sent after that, one byte at a time, repeatedly; empty for nothing
 * @param halfCloses whether the client closes its side of the connection when all but the drip is sent
 * @param lastsMillis after this time the client resets the connection; 0 for never
 */
public record Attack(
        String name,
        String first,
        String again,
        int times,
        String drip,
        ReadingPace reading,
        boolean halfCloses,
        int lastsMillis) {

    /** The part of the responses that a client reads. */
    public enum ReadingPace {
        NOTHING,
        SLOWLY,
        EVERYTHING
    }

    /** Sends requests one after another and never reads. @param request its request line, without the version */
    public static Attack pipelining(String request, int times) {
        return new Attack("pipelines, never reads", "", head(request), times, "", ReadingPace.NOTHING, false, 0);
    }

    /** Sends the first part at once and the rest one byte at a time. It reads every response. */
    public static Attack dripping(String first, String drip) {
        return new Attack("drips", first, "", 0, drip, ReadingPace.EVERYTHING, false, 0);
    }

    /** Sends a request and reads the response slowly. */
    public static Attack readingSlowly(String request) {
        return new Attack("reads slowly", head(request), "", 0, "", ReadingPace.SLOWLY, false, 0);
    }

    public Attack named(String other) {
        return new Attack(other, first, again, times, drip, reading, halfCloses, lastsMillis);
    }

    /** The same attack, ended by a reset after this time. */
    public Attack lasting(int millis) {
        return new Attack(name, first, again, times, drip, reading, halfCloses, millis);
    }

    public Attack reading(ReadingPace other) {
        return new Attack(name, first, again, times, drip, other, halfCloses, lastsMillis);
    }

    /** The same attack, with the client's side of the connection closed at the end. */
    public Attack halfClosing() {
        return new Attack(name, first, again, times, drip, reading, true, lastsMillis);
    }

    /** A whole head. @param request its request line, without the version; {@code headers} are lines without line ends */
    public static String head(String request, String... headers) {
        return open(request, headers) + "\r\n";
    }

    /** A head without its last line, the empty one. */
    public static String open(String request, String... headers) {
        String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return request + " HTTP/1.1\r\nHost: localhost\r\n" + more;
    }
}
