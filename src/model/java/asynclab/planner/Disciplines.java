package asynclab.planner;

import asynclab.discipline.Discipline;
import java.util.List;
import java.util.stream.Stream;

/** The disciplines of the application's queue with the parameters of {@code predict} that each uses, for the pages. */
public final class Disciplines {

    private record ListedDiscipline(
            String name, String title, String refused, String dropped, String next, List<QueueParameter> parameters) {}

    private Disciplines() {}

    /** The list, which becomes JSON. */
    public static Object list() {
        return Stream.of(Discipline.values())
                .map(it -> new ListedDiscipline(
                        it.id(), it.title(), it.refused(), it.dropped(), it.next(), QueueParameter.of(it)))
                .toList();
    }
}
