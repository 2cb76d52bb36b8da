package asynclab.model;

import asynclab.model.Balancer.Spread;
import asynclab.model.SimulatedEvents.SimulatedRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Recorded requests, sent again at the recorded times, or a multiple of them. Less traffic is a random selection of the requests. Twice
 * the traffic is the recording and a copy that is shifted at random. Such copies are independent. So the bursts stay as large in
 * proportion, and the index of dispersion stays the same: the variance of the arrivals in an interval ÷ their mean. Copies without a
 * shift would double it. A request that is shifted beyond the end of the recording is sent at its beginning. No shift exceeds ten minutes,
 * so the busy hour of a day stays where it is. Immutable if the recording is.
 *
 * @param loadFactor the multiple of the recorded traffic, above 0; 1 is the recording
 */
public record RecordedWorkload(Recording recording, double loadFactor) {

    /** Requests in the order of their starts. As draws, the user is the number of the request, the loop that of the copy. */
    public interface Recording extends Draws {

        int size();

        /** The start of a request, in milliseconds after the first one; requests are numbered from 0. */
        double startMillis(int request);

        /** The service time of a request, in milliseconds. */
        double holdMillis(int request);

        @Override
        default double holdMillis(int request, int copy) {
            return holdMillis(request);
        }
    }

    /** Sees how each request ends. */
    @FunctionalInterface
    public interface Watch {

        /**
         * A request ends for its client.
         *
         * @param millis its response time
         * @return whether the simulation goes on. If not, it is over at once, and the requests under way do not end
         */
        boolean goesOn(int request, double millis, boolean answered);
    }

    private static final double MOST_SHIFT_MILLIS = 600_000;

    public RecordedWorkload {
        if (!(loadFactor > 0)) throw new IllegalArgumentException("loadFactor must be above 0, but was " + loadFactor);
        if (recording.size() == 0)
            throw new IllegalArgumentException("a recording must have at least 1 request, but has none");
    }

    /** Simulates it. The seed determines the shifts and the selection. */
    public Trace simulate(Stages stages, long seed, Budget budget) {
        return simulate(stages, seed, budget, (request, millis, answered) -> true);
    }

    /** The same under a watch. The trace has the requests that ended. */
    public Trace simulate(Stages stages, long seed, Budget budget, Watch watch) {
        var copies = new Copies(this, seed, watch);
        return Simulation.run(copies, Workload.UNLIMITED, stages, recording, seed, budget, Occupancy.NONE);
    }

    /**
     * Shows the same requests to the watch if only threads limit, in order of arrival. This needs few events and keeps no trace.
     *
     * @param threads of each server
     */
    public void inOrderOfArrival(int threads, Balancer balancer, long seed, Budget budget, Watch watch) {
        var copies = new Copies(this, seed, watch);
        var fleet = new ThreadFleet(threads, balancer, seed);
        boolean goesOn = true;
        for (Copy copy = copies.next(); copy != null && goesOn; copy = copies.next()) {
            budget.spendOne();
            double ends = fleet.serve(
                    copy.nextMillis, recording.holdMillis(copy.request), recording.keepsThread(copy.request, true));
            goesOn = watch.goesOn(copy.request, ends - copy.nextMillis, true);
            copies.advance(copy);
        }
    }

    /** Servers that only their threads limit. Each serves in order of arrival. Not thread-safe. */
    private static final class ThreadFleet {

        private final FreeThreads[] servers;
        private final Balancer balancer;
        private final SplittableRandom random;
        private final int[] inFlight; // of each server; only the balancer to the least loaded one asks
        private final EventHeap ends = new EventHeap(); // of these requests, each with the number of its server
        private int turn;

        ThreadFleet(int threads, Balancer balancer, long seed) {
            this.balancer = balancer;
            random = balancer.random(seed);
            servers = new FreeThreads[balancer.servers()];
            Arrays.setAll(servers, i -> new FreeThreads(threads));
            inFlight = new int[servers.length];
        }

        /** Serves the next request. @return when it ends */
        double serve(double arrives, double holdMillis, boolean keepsThread) {
            for (; !ends.isEmpty() && ends.millis() <= arrives; ends.remove()) inFlight[(int) ends.tie()]--;
            int server = balancer.next(turn++, inFlight, random);
            double begins = servers[server].begins(arrives);
            double end = begins + holdMillis;
            servers[server].free(keepsThread ? end : begins, arrives);
            if (balancer.spread() == Spread.LEAST_LOADED) {
                inFlight[server]++;
                ends.add(end, server, null);
            }
            return end;
        }
    }

    /** The time that the recording covers: to the last start, and a mean interval more. A second if all start at once. */
    public double lengthMillis() {
        int last = recording.size() - 1;
        double millis = recording.startMillis(last);
        return millis == 0 ? 1_000 : millis * (last + 1) / last;
    }

    /** Merges the copies in the order of time. A request is sent when the one before it has arrived. */
    private static final class Copies implements Clients {

        private final List<Copy> copies = new ArrayList<>(); // so few that a search is faster than a heap
        private final Watch watch;
        private boolean isStopped;

        Copies(RecordedWorkload workload, long seed, Watch watch) {
            this.watch = watch;
            long start = Draws.start(seed);
            var random = new SplittableRandom(start);
            double length = workload.lengthMillis();
            for (int number = 0; number < workload.loadFactor; number++) {
                double shift = number == 0 ? 0 : random.nextDouble() * Math.min(length, MOST_SHIFT_MILLIS);
                var copy = new Copy(workload.recording, length, number, shift, workload.loadFactor - number, start);
                if (copy.advances()) copies.add(copy);
            }
        }

        @Override
        public void arrived(SimulatedRequest before, Consumer<SimulatedRequest> sender) {
            Copy copy = next();
            if (copy == null) return;
            sender.accept(new SimulatedRequest(copy.request, copy.number, copy.nextMillis, false));
            advance(copy);
        }

        /** The copy with the next request; null if there is none. */
        Copy next() {
            Copy next = null;
            for (int i = 0; i < copies.size(); i++) {
                Copy copy = copies.get(i);
                if (next == null || copy.nextMillis < next.nextMillis) next = copy;
            }
            return next;
        }

        void advance(Copy copy) {
            if (!copy.advances()) copies.remove(copy);
        }

        @Override
        public void ended(
                SimulatedRequest request, double millis, boolean answered, Consumer<SimulatedRequest> sender) {
            isStopped |= !watch.goesOn(request.user, millis - request.sent, answered);
        }

        @Override
        public boolean haveEnough() {
            return isStopped;
        }
    }

    /** One pass through the recording, from the first request that the shift moves beyond its end. */
    private static final class Copy {

        private final Recording recording;
        private final double lengthMillis;
        private final int number;
        private final double shiftMillis;
        private final double share; // of the requests; at least 1 for all
        private final long randomStart;
        private int at;
        private int passed;
        private int request;
        private double nextMillis;

        Copy(Recording recording, double lengthMillis, int number, double shiftMillis, double share, long randomStart) {
            this.recording = recording;
            this.lengthMillis = lengthMillis;
            this.number = number;
            this.shiftMillis = shiftMillis;
            this.share = share;
            this.randomStart = randomStart;
            int end = recording.size();
            while (at < end) { // the first one that is moved beyond the end
                int middle = (at + end) / 2;
                if (recording.startMillis(middle) + shiftMillis < lengthMillis) at = middle + 1;
                else end = middle;
            }
        }

        /** Whether there is another request. */
        boolean advances() {
            while (passed++ < recording.size()) {
                request = at % recording.size();
                at = request + 1;
                double millis = recording.startMillis(request) + shiftMillis;
                nextMillis = millis < lengthMillis ? millis : millis - lengthMillis;
                if (isSelected()) return true;
            }
            return false;
        }

        private boolean isSelected() {
            return share >= 1 || Draws.random(randomStart, request, number).nextDouble() < share;
        }
    }
}
