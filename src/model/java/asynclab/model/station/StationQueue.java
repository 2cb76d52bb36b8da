package asynclab.model.station;

import java.util.SplittableRandom;

/**
 * The queue of one station in one simulation run. It decides which job a free server takes next. It may refuse a job when the
 * job arrives, or drop it later, for example when the job has waited too long. Both are {@link Decisions#refuse}. All times are
 * milliseconds and never decrease from call to call. Not thread-safe: each run starts its own.
 */
public interface StationQueue {

    /** A job arrives. The discipline serves, queues or refuses it. */
    void arrive(Job job, double now);

    /** The server of this job is free again. The discipline may give it another job. Each served job is freed once. */
    void free(Job job, double now);

    /** What a discipline tells the simulation. A job that is neither served nor refused waits. */
    interface Decisions {

        /** The job gets a server now. */
        void serve(Job job, double now);

        /** The job leaves the station without service. Its client gets an error now. */
        void refuse(Job job, double now);
    }

    /** Starts a discipline for a run. Immutable. */
    @FunctionalInterface
    interface Rule {

        /**
         * @param servers the number of servers, all free
         * @param random for the random choices of the discipline
         */
        StationQueue start(int servers, Decisions decisions, SplittableRandom random);

        /**
         * The longest time from a response to the same user's next request, in milliseconds; the time is drawn uniformly. It is
         * above 0 if the order of requests within a millisecond matters to the discipline.
         */
        default double mostTurnaroundMillis() {
            return 0;
        }

        /**
         * Whether the response times of a run depend much on what the discipline draws. No seed can repeat the draws of a real server, so
         * the prediction is then the mean over seeds.
         */
        default boolean variesByDraws() {
            return false;
        }
    }
}
