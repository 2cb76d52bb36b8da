package asynclab.wire;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for something to become true; how long it takes is nobody's concern, unless it never does, as on a container to be tried. */
final class Await {

    static final int GIVE_UP_SECONDS = Integer.getInteger("lab.giveUpSeconds", 60);

    // a look at a server costs it and us as much as a request
    private static final int OFTEN_MILLIS = 10;
    private static final int SELDOM_MILLIS = 100;

    private Await() {}

    static void until(String what, BooleanSupplier condition) {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(GIVE_UP_SECONDS);
        int millis = OFTEN_MILLIS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > giveUp) fail("after " + GIVE_UP_SECONDS + " s still not: " + what);
            try {
                TimeUnit.MILLISECONDS.sleep(millis);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            millis = Math.min(SELDOM_MILLIS, millis + millis / 4);
        }
    }
}
