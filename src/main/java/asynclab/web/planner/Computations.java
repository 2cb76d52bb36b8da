package asynclab.web.planner;

import java.util.concurrent.Semaphore;
import javax.servlet.ServletContext;

/**
 * Limits a deployment to two simultaneous computations of the model, so that clients keep at most two processors busy. It
 * never waits. Thread-safe.
 */
public final class Computations {

    private static final int MOST_AT_ONCE = 2;

    private final Semaphore permits = new Semaphore(MOST_AT_ONCE);

    /** Makes this object available to the servlets and filters of the application. */
    public void publishIn(ServletContext context) {
        context.setAttribute(Computations.class.getName(), this);
    }

    static Computations of(ServletContext context) {
        return (Computations) context.getAttribute(Computations.class.getName());
    }

    /** True if the caller may compute. It must then call {@link #leave} at the end. */
    boolean tryEnter() {
        return permits.tryAcquire();
    }

    void leave() {
        permits.release();
    }
}
