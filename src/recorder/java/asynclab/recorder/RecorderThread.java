package asynclab.recorder;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A daemon thread that repeats a task until it is stopped. It has no context class loader, and no values of the thread that starts it.
 * That may be a thread of the server, with values of another application.
 */
final class RecorderThread extends Thread {

    private static final long STOP_MILLIS = 5_000;
    private static final long PAUSE_NANOS = 1_000_000_000;

    private final LongSupplier round;
    private volatile boolean stopped;
    private boolean hasFailed;

    /** @param round what it does, at last once after it is stopped. It returns the nanoseconds until the next time. */
    RecorderThread(String name, LongSupplier round) {
        super(null, null, name, 0, false);
        this.round = round;
        setDaemon(true);
        setContextClassLoader(null);
    }

    /** An error, such as that the application's memory is full, ends no thread. The first one is reported. */
    @Override
    public void run() {
        for (boolean last = false; !last; ) {
            last = stopped;
            long nanos = roundNanos();
            if (!last) LockSupport.parkNanos(nanos);
            Thread.interrupted(); // an interrupted thread does not park, and its file channels do not write
        }
    }

    private long roundNanos() {
        try {
            return round.getAsLong();
        } catch (RuntimeException | Error e) {
            if (!hasFailed) getUncaughtExceptionHandler().uncaughtException(this, e);
            hasFailed = true;
            return PAUSE_NANOS;
        }
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
