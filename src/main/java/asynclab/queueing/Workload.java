package asynclab.queueing;

import asynclab.delay.HoldTime;

/**
 * A closed workload: users who loop over request and think. Immutable.
 *
 * @param users how many; they start evenly over the ramp, the first at 0, the last just before its end
 * @param rampMillis over how long they start
 * @param loops requests of each user
 * @param hold how long a request's work takes
 * @param think the pause between a response and the same user's next request
 */
public record Workload(int users, long rampMillis, int loops, HoldTime hold, HoldTime think) {

    public Workload {
        if (users < 1 || loops < 1 || rampMillis < 0)
            throw new IllegalArgumentException("a workload needs at least one user, one loop and no negative ramp");
    }

    public int requests() {
        return Math.multiplyExact(users, loops);
    }

    /** When a user starts, in milliseconds; users are numbered from 0. */
    public double startMillis(int user) {
        return (double) rampMillis * user / users;
    }
}
