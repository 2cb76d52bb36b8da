package asynclab.queueing.discipline;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A discipline alone, with the jobs that it serves, in their order. */
final class Recorder implements Discipline.Decisions {

    /** A numbered request. */
    static final class Numbered extends Job {

        private final int number;

        Numbered(int number, boolean connection) {
            super(number, connection);
            this.number = number;
        }

        int number() {
            return number;
        }
    }

    private final Discipline discipline;
    private final List<Numbered> served = new ArrayList<>();

    Recorder(Discipline.Rule rule, int servers) {
        discipline = rule.start(servers, this, new SplittableRandom(1));
    }

    @Override
    public void serve(Job job, double now) {
        served.add((Numbered) job);
    }

    @Override
    public void refuse(Job job, double now) {
        throw new AssertionError("refused");
    }

    /** Requests of these numbers arrive, the last excluded. */
    Recorder arrive(int from, int to) {
        for (int number = from; number < to; number++) discipline.arrive(new Numbered(number, false), number);
        return this;
    }

    Recorder connect(int number) {
        discipline.arrive(new Numbered(number, true), number);
        return this;
    }

    /** The server of the job that was served as the given one of all is free. */
    Recorder free(int position) {
        discipline.free(served.get(position), 1_000);
        return this;
    }

    List<Integer> served() {
        return served.stream().map(Numbered::number).toList();
    }
}
