package asynclab.recorder;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** A daemon thread that repeats a task until it is stopped. It has no context class loader. */
final class RecorderThread extends Thread {

    private static final long STOP_MILLIS = 5_000;

    private final LongSupplier round;
    private volatile boolean stopped;

    /** @param round what it does. It returns the nanoseconds until the next time. */
    RecorderThread(String name, LongSupplier round) {
        super(name);
        this.round = round;
        setDaemon(true);
        setContextClassLoader(null);
    }

    @Override
    public void run() {
        while (!stopped) LockSupport.parkNanos(round.getAsLong());
    }

    /** Lets the next round begin now. */
    void wake() {
        LockSupport.unpark(this);
    }

    /** Waits until the last round has ended, but at most five seconds. */
    void end() {
        stopped = true;
        wake();
        try {
            join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
