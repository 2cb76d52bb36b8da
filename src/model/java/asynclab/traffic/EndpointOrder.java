package asynclab.traffic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The final numbers of the endpoints of a log: those that take most time come first, and the others are one. Do not change the array.
 *
 * @param numbers the final number, by the number that the endpoint had while the log was read
 * @param names by the final number
 */
record EndpointOrder(int[] numbers, List<String> names) {

    private static final int MOST_ENDPOINTS = 200;

    /** @param micros the time that the requests of each endpoint take */
    static EndpointOrder of(List<String> read, double[] micros) {
        var names = new ArrayList<String>();
        var numbers = new int[read.size()];
        IntStream.range(0, read.size())
                .boxed()
                .sorted(Comparator.comparingDouble(number -> -micros[number]))
                .forEach(number -> {
                    String name = names.size() < MOST_ENDPOINTS ? read.get(number) : EndpointNames.OTHERS;
                    if (!names.contains(name)) names.add(name);
                    numbers[number] = names.indexOf(name);
                });
        return new EndpointOrder(numbers, List.copyOf(names));
    }

    /** The numbers are final already. */
    static EndpointOrder asRead(List<String> names) {
        return new EndpointOrder(IntStream.range(0, names.size()).toArray(), names);
    }

    /** Values by the final number, each the sum of those that it had while the log was read. */
    double[] sums(double[] read) {
        var sums = new double[names.size()];
        for (int i = 0; i < read.length; i++) sums[numbers[i]] += read[i];
        return sums;
    }

    /** The numbers of requests. */
    int[] of(int[] read) {
        return Arrays.stream(read).map(number -> numbers[number]).toArray();
    }
}
