package asynclab.web.planner;

import java.util.concurrent.Semaphore;
import javax.servlet.ServletContext;

/**
 * How many computations of the model a deployment runs at once: two, whoever asks for whatever, so that no client can keep more
 * than two processors busy. Never waits. Thread-safe.
 */
public final class Computations {

    private static final int AT_ONCE = 2;

    private final Semaphore permits = new Semaphore(AT_ONCE);

    public void publishIn(ServletContext context) {
        context.setAttribute(Computations.class.getName(), this);
    }

    static Computations of(ServletContext context) {
        return (Computations) context.getAttribute(Computations.class.getName());
    }

    /** True if the caller may compute; it must then {@link #leave}. */
    boolean tryEnter() {
        return permits.tryAcquire();
    }

    void leave() {
        permits.release();
    }
}
