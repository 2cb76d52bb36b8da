package asynclab.planner;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The logs that a server reads at the same time, and the memory that they may take: a number of requests of 20 bytes. Each log may
 * have some requests in any case. More come from a supply that all logs share, so one large log fits and ten large ones do not. It
 * never waits. Thread-safe.
 */
public final class LogUploads {

    /** How many logs may be read at the same time. */
    public static final int MOST_AT_ONCE = 16;
    /** The requests that each log may have, whatever the others have. */
    static final int BLOCK_REQUESTS = 100_000;

    static final int SHARED_BLOCKS = 40;

    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final Semaphore blocks = new Semaphore(SHARED_BLOCKS);

    /** @return null if as many logs as possible are being read */
    public LogUpload tryEnter() {
        return places.tryAcquire() ? new LogUpload() : null;
    }

    private enum UploadPhase {
        READING,
        COMPUTING,
        OVER
    }

    /** The place of one log. One thread at a time lets it grow. */
    public final class LogUpload {

        private final AtomicReference<UploadPhase> phase = new AtomicReference<>(UploadPhase.READING);
        private int sharedBlocks;

        private LogUpload() {}

        /** @return false if the other logs leave no memory for so many requests */
        public boolean mayHave(long requests) {
            while (requests > BLOCK_REQUESTS * (1 + sharedBlocks)) {
                if (!blocks.tryAcquire()) return false;
                sharedBlocks++;
            }
            return true;
        }

        /** From now on {@link #leave} gives the place back. @return false if the request has ended */
        public boolean keepForComputing() {
            return phase.compareAndSet(UploadPhase.READING, UploadPhase.COMPUTING);
        }

        /** The request has ended. A computation keeps the place, because it goes on and has the memory. */
        public void leaveUnlessComputing() {
            if (phase.compareAndSet(UploadPhase.READING, UploadPhase.OVER)) giveBack();
        }

        /** Gives the place back, once. */
        public void leave() {
            if (phase.getAndSet(UploadPhase.OVER) != UploadPhase.OVER) giveBack();
        }

        private void giveBack() {
            blocks.release(sharedBlocks);
            places.release();
        }
    }
}
