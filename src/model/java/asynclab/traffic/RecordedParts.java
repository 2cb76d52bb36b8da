package asynclab.traffic;

import asynclab.accesslog.LoggedRequest;
import asynclab.accesslog.LoggedRequest.RequestParts;
import asynclab.model.Latencies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * What our recorder knows of the requests of a log, by endpoint. Immutable. Names may have any character of the log.
 *
 * @param endpoints those with most time first
 * @param waited how long the requests waited for a thread and for connections, as far as it is known
 */
public record RecordedParts(List<EndpointParts> endpoints, Latencies waited) {

    /**
     * The means of the requests of an endpoint. What no request knows is null.
     *
     * @param async how many of the requests were asynchronous
     * @param meanMs from the first filter to the end
     * @param afterThread how many of the requests do not know the waiting for a thread of a pool
     * @param threadWait from the arrival to the first filter
     * @param connectionWait within that time
     * @param connectionHeld the same
     * @param processor of all threads
     */
    public record EndpointParts(
            String name,
            long requests,
            long async,
            long afterThread,
            double meanMs,
            MeanPart threadWait,
            MeanPart connectionWait,
            MeanPart connectionHeld,
            MeanPart processor) {

        private boolean isAsync() {
            return 2 * async > requests;
        }
    }

    /**
     * A part of the requests' time.
     *
     * @param requests how many know it
     * @param ms their mean
     * @param share of the duration of these, of which only {@code connectionWait} is a part of the waiting. It is over 1 if requests take several
     *     connections at a time
     */
    public record MeanPart(long requests, double ms, double share) {}

    /** The share of a part of all requests that is longer than their durations. */
    double beyond(Function<EndpointParts, MeanPart> part) {
        double all = 0;
        double beyond = 0;
        for (EndpointParts endpoint : endpoints) {
            MeanPart one = part.apply(endpoint);
            if (one == null) continue;
            all += one.requests * one.ms;
            beyond += one.requests * one.ms * Math.max(0, 1 - 1 / one.share);
        }
        return all == 0 ? 0 : beyond / all;
    }

    long requests() {
        return endpoints.stream().mapToLong(EndpointParts::requests).sum();
    }

    /** How many requests do not know how long they waited for a thread of a pool. */
    long afterThread() {
        return endpoints.stream().mapToLong(EndpointParts::afterThread).sum();
    }

    /** How many requests know a part. */
    long known(Function<EndpointParts, MeanPart> part) {
        return endpoints.stream()
                .map(part)
                .filter(Objects::nonNull)
                .mapToLong(MeanPart::requests)
                .sum();
    }

    /** By endpoint, the share of a duration during which requests hold a connection. What is not known is absent. */
    Map<String, Double> connectionShares() {
        return shares(EndpointParts::connectionHeld);
    }

    /** By endpoint, the share of a duration that is processor time. What is not known is absent. */
    Map<String, Double> processorShares() {
        return shares(EndpointParts::processor);
    }

    private Map<String, Double> shares(Function<EndpointParts, MeanPart> part) {
        var shares = new HashMap<String, Double>();
        for (EndpointParts endpoint : endpoints)
            if (part.apply(endpoint) != null) shares.put(endpoint.name, Math.min(1, part.apply(endpoint).share));
        return shares;
    }

    /** The processor time of all requests, those that do not know theirs taken as the others of their endpoint. */
    double processorMillis() {
        return endpoints.stream()
                .filter(endpoint -> endpoint.processor != null)
                .mapToDouble(endpoint -> endpoint.requests * endpoint.processor.ms)
                .sum();
    }

    /** The endpoints most of whose requests are asynchronous. */
    List<String> asyncEndpoints() {
        return endpoints.stream()
                .filter(EndpointParts::isAsync)
                .map(EndpointParts::name)
                .toList();
    }

    /** Adds up requests. Not thread-safe. */
    static final class PartSums {

        private static final int DIGITS = 3;

        /** A sum for each endpoint, by the number that it had while the log was read. */
        private static final class EndpointSum {
            private double[] values = {};

            void add(int endpoint, double value) {
                if (endpoint >= values.length) values = Arrays.copyOf(values, endpoint + 64);
                values[endpoint] += value;
            }
        }

        /** Of the requests that know a part. */
        private static final class PartSum {
            private final EndpointSum requests = new EndpointSum();
            private final EndpointSum micros = new EndpointSum();
            private final EndpointSum service = new EndpointSum();

            void add(int endpoint, long value, long serviceMicros) {
                if (value == RequestParts.UNKNOWN) return;
                requests.add(endpoint, 1);
                micros.add(endpoint, value);
                service.add(endpoint, serviceMicros);
            }
        }

        private final EndpointSum requests = new EndpointSum();
        private final EndpointSum async = new EndpointSum();
        private final EndpointSum afterThread = new EndpointSum();
        private final EndpointSum micros = new EndpointSum();
        private final PartSum wait = new PartSum();
        private final PartSum connectionWait = new PartSum();
        private final PartSum connectionHeld = new PartSum();
        private final PartSum processor = new PartSum();
        private final Histogram waited = new Histogram(DIGITS);

        void add(LoggedRequest request, int endpoint) {
            RequestParts parts = request.parts();
            long connection = Math.max(0, parts.connectionWaitMicros());
            long service = Math.max(0, request.durationMicros() - connection);
            requests.add(endpoint, 1);
            async.add(endpoint, parts.async() ? 1 : 0);
            afterThread.add(endpoint, parts.beforeThread() && parts.knowsWait() ? 0 : 1);
            micros.add(endpoint, request.durationMicros());
            wait.add(endpoint, parts.knowsWait() ? request.waitedMicros() : RequestParts.UNKNOWN, service);
            connectionWait.add(endpoint, parts.connectionWaitMicros(), request.durationMicros());
            connectionHeld.add(endpoint, parts.connectionHeldMicros(), service);
            processor.add(endpoint, parts.processorMicros(), service);
            waited.recordValue(request.waitedMicros() + connection);
        }

        RecordedParts of(EndpointOrder order) {
            double[] counts = order.sums(trimmed(requests, order));
            double[] asyncs = order.sums(trimmed(async, order));
            double[] after = order.sums(trimmed(afterThread, order));
            double[] times = order.sums(trimmed(micros, order));
            List<MeanPart> waits = parts(wait, order);
            List<MeanPart> connectionWaits = parts(connectionWait, order);
            List<MeanPart> held = parts(connectionHeld, order);
            List<MeanPart> processors = parts(processor, order);
            var endpoints = new ArrayList<EndpointParts>();
            for (int i = 0; i < counts.length; i++)
                if (counts[i] > 0)
                    endpoints.add(new EndpointParts(
                            order.names().get(i),
                            Math.round(counts[i]),
                            Math.round(asyncs[i]),
                            Math.round(after[i]),
                            times[i] / counts[i] / 1e3,
                            waits.get(i),
                            connectionWaits.get(i),
                            held.get(i),
                            processors.get(i)));
            return new RecordedParts(List.copyOf(endpoints), Latencies.ofMicros(waited));
        }

        private static List<MeanPart> parts(PartSum sum, EndpointOrder order) {
            double[] counts = order.sums(trimmed(sum.requests, order));
            double[] micros = order.sums(trimmed(sum.micros, order));
            double[] services = order.sums(trimmed(sum.service, order));
            var parts = new ArrayList<MeanPart>();
            for (int i = 0; i < counts.length; i++)
                parts.add(
                        counts[i] == 0
                                ? null
                                : new MeanPart(
                                        Math.round(counts[i]),
                                        micros[i] / counts[i] / 1e3,
                                        services[i] == 0 ? (micros[i] > 0 ? 1 : 0) : micros[i] / services[i]));
            return parts;
        }

        private static double[] trimmed(EndpointSum sum, EndpointOrder order) {
            return Arrays.copyOf(sum.values, order.numbers().length);
        }
    }
}
