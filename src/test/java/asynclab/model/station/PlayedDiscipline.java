package asynclab.model.station;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A discipline alone, with the jobs that it serves and those that it refuses, in their order. */
final class PlayedDiscipline implements StationQueue.Decisions {

    /** A numbered request. */
    static final class Numbered extends Job {

        private final int number;

        /** @param number also the time of its arrival */
        Numbered(int number, double plannedMillis, boolean connection) {
            super(number, plannedMillis, connection);
            this.number = number;
        }

        int number() {
            return number;
        }
    }

    private final StationQueue discipline;
    private final List<Numbered> served = new ArrayList<>();
    private final List<Integer> refused = new ArrayList<>();
    private double plannedMillis;

    PlayedDiscipline(StationQueue.Rule rule, int servers) {
        discipline = rule.start(servers, this, new SplittableRandom(1));
    }

    @Override
    public void serve(Job job, double now) {
        served.add((Numbered) job);
    }

    @Override
    public void refuse(Job job, double now) {
        refused.add(((Numbered) job).number());
    }

    /** Requests of these numbers arrive, the last excluded. */
    PlayedDiscipline arrive(int from, int to) {
        for (int number = from; number < to; number++) arriveAt(number);
        return this;
    }

    /** Requests arrive at these times, which are also their numbers. */
    PlayedDiscipline arriveAt(int... millis) {
        for (int number : millis) discipline.arrive(new Numbered(number, plannedMillis, false), number);
        return this;
    }

    /** The hold time that later requests ask for. */
    PlayedDiscipline planned(double millis) {
        plannedMillis = millis;
        return this;
    }

    PlayedDiscipline connect(int number) {
        discipline.arrive(new Numbered(number, 0, true), number);
        return this;
    }

    /** The server of the job that was served as the given one of all is free. */
    PlayedDiscipline free(int position) {
        return freeAt(position, 1_000);
    }

    PlayedDiscipline freeAt(int position, double millis) {
        discipline.free(served.get(position), millis);
        return this;
    }

    List<Integer> refused() {
        return refused;
    }

    List<Integer> served() {
        return served.stream().map(Numbered::number).toList();
    }
}
