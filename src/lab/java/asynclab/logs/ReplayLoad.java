package asynclab.logs;

import asynclab.delay.HoldTime;
import asynclab.model.Budget;
import asynclab.model.Draws;
import asynclab.model.OpenWorkload;
import asynclab.model.Phase;
import asynclab.model.Phase.Need;
import asynclab.model.RecordedWorkload;
import asynclab.model.RecordedWorkload.Recording;
import asynclab.model.Stages;
import asynclab.model.Station;
import asynclab.model.Trace;
import asynclab.model.Workload;
import asynclab.options.LabException;
import asynclab.run.plan.ArrivalPlan;
import asynclab.traffic.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * A multiple of logged traffic, as JMeter sends it: as many arrivals in each second as the log has, and the logged durations for hold
 * times, in the order of the arrivals. JMeter draws the times within a second. Immutable.
 *
 * @param arrivals the number of each second
 * @param holdMillis of each arrival
 * @param connectionShares of each arrival: the share of its hold time during which it holds a connection; empty without a pool
 */
record ReplayLoad(ArrivalPlan arrivals, List<Long> holdMillis, List<Double> connectionShares) {

    /** A longer schedule does not fit into JMeter's command line. */
    private static final int MOST_SECONDS = 1_800;

    /** The logged requests, with their whole durations. */
    private record LoggedRecording(Traffic traffic) implements Recording {

        @Override
        public int size() {
            return traffic.size();
        }

        @Override
        public double startMillis(int request) {
            return traffic.startMicros(request) / 1e3;
        }

        @Override
        public double holdMillis(int request) {
            return traffic.durationMicros(request) / 1e3;
        }
    }

    /**
     * @param times the multiple; {@link RecordedWorkload} says how the traffic becomes more or less
     * @param seed of that
     * @param connectionShare by endpoint; null without a pool
     * @throws LabException if the log is longer than half an hour, or if so little traffic has no request
     */
    static ReplayLoad of(Traffic traffic, double times, long seed, ToDoubleFunction<String> connectionShare) {
        var requests = new ArrayList<double[]>(); // start, hold time, number in the log
        Trace unqueued = new RecordedWorkload(new LoggedRecording(traffic), times)
                .simulate(Stages.of(Station.unlimited()), seed, Budget.unlimited());
        unqueued.forEach((user, start, end, ok) -> requests.add(new double[] {start, end - start, user}));
        if (requests.isEmpty())
            throw new LabException("-Dreplay needs a request, but " + times + " times the log's traffic has none.");
        requests.sort(Comparator.comparingDouble(request -> request[0]));
        int seconds = (int) (requests.get(requests.size() - 1)[0] / 1_000) + 1;
        if (seconds > MOST_SECONDS)
            throw new LabException("-Dreplay needs a log of at most " + MOST_SECONDS + " s, but the log has " + seconds
                    + " s. Cut the log to its busiest minutes.");
        var rates = new double[seconds];
        for (double[] request : requests) rates[(int) (request[0] / 1_000)]++;
        return new ReplayLoad(
                ArrivalPlan.perSecond(Arrays.stream(rates).boxed().toList()),
                requests.stream().map(request -> Math.round(request[1])).toList(),
                connectionShare == null
                        ? List.of()
                        : requests.stream()
                                .map(request -> connectionShare.applyAsDouble(
                                        traffic.endpoints().get(traffic.endpoint((int) request[2]))))
                                .toList());
    }

    double meanHoldMillis() {
        return holdMillis.stream().mapToLong(Long::longValue).average().orElseThrow();
    }

    /** λ·S: the mean number of requests in service, if none waits. */
    double offered() {
        return arrivals.meanPerSecond() * meanHoldMillis() / 1_000;
    }

    /** The model of these requests, for arrival times that are drawn from a seed or that were measured. */
    OpenWorkload.Scheduled model(OpenWorkload.Schedule times) {
        return new OpenWorkload.Scheduled(
                times,
                arrivals.meanPerSecond(),
                Math.round(arrivals.seconds() * 1_000),
                new HoldTime.Fixed(Math.round(meanHoldMillis())),
                Workload.UNLIMITED,
                true);
    }

    /** @param number the index in {@link #holdMillis} of each arrival */
    Draws draws(IntUnaryOperator number) {
        return new Draws() {
            @Override
            public double holdMillis(int arrival, int loop) {
                return holdMillis.get(number.applyAsInt(arrival));
            }

            @Override
            public List<Phase> phases(int arrival, List<Phase> usual) {
                if (connectionShares.isEmpty()) return usual;
                double share = connectionShares.get(number.applyAsInt(arrival));
                return List.of(new Phase(Need.CONNECTION, 0, share), new Phase(Need.NOTHING, 0, 1 - share));
            }
        };
    }

    /** What follows {@code ms=} in the query of each arrival. */
    List<String> queries() {
        var queries = new ArrayList<String>();
        for (int i = 0; i < holdMillis.size(); i++) {
            long connected = connectionShares.isEmpty() ? 0 : Math.round(connectionShares.get(i) * holdMillis.get(i));
            queries.add(
                    holdMillis.get(i) - connected + (connectionShares.isEmpty() ? "" : "&connectionMs=" + connected));
        }
        return queries;
    }
}
