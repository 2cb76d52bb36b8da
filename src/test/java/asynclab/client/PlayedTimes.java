package asynclab.client;

/** Response times of a window, without a client. */
public final class PlayedTimes {

    private PlayedTimes() {}

    /** A window with these response times. It has some length. */
    public static ClientTimes of(int... millis) {
        var times = new ClientTimes();
        times.begin();
        for (int each : millis) times.record(each * 1_000_000L, true);
        for (long now = System.nanoTime(); System.nanoTime() == now; ) Thread.onSpinWait();
        times.end();
        return times;
    }
}
