package asynclab.planner;

import asynclab.discipline.Discipline;
import asynclab.discipline.QueueSetting;
import asynclab.discipline.QueueSettings;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.stream.Stream;

/**
 * A setting of a queue as a parameter of {@code /predict} and {@code /explain}. It has the range and the default of the queue, with two
 * exceptions: the queue's limit is 1000, and the client timeout is that of the clients and cannot be unknown.
 *
 * @param absent the default; null for the value of {@code timeoutMs}
 */
record QueueParameter(@JsonIgnore QueueSetting setting, String name, String title, long min, long max, Long absent) {

    private static final long LIMIT = 1_000;

    private static QueueParameter of(QueueSetting it) {
        return switch (it) {
            case LIMIT -> new QueueParameter(it, it.parameter(), it.title(), it.min(), it.max(), LIMIT);
            case CLIENT_TIMEOUT_MILLIS -> new QueueParameter(
                    it, it.parameter(), it.title(), 1, PlannerParameter.MOST_TIMEOUT_MILLIS, null);
            default -> new QueueParameter(it, it.parameter(), it.title(), it.min(), it.max(), (long) it.absent());
        };
    }

    static List<QueueParameter> all() {
        return Stream.of(QueueSetting.values())
                .filter(it -> it.parameter() != null)
                .map(QueueParameter::of)
                .toList();
    }

    static List<QueueParameter> of(Discipline discipline) {
        return all().stream().filter(it -> discipline.uses(it.setting)).toList();
    }

    /** The disciplines that use it. */
    List<String> users() {
        return Stream.of(Discipline.values())
                .filter(it -> it.uses(setting))
                .map(Discipline::id)
                .toList();
    }

    /** @throws BadParameter if the query has it, but not a discipline that uses it */
    void checkUse(Parameters query, String discipline) {
        if (!query.has(name)) return;
        List<String> users = users();
        if (!users.contains(discipline))
            throw new BadParameter(name, query.text(name), "left out unless discipline=" + String.join(" or ", users));
    }

    /** The settings with the value of the query, or with the default. */
    QueueSettings read(Parameters query, QueueSettings settings) {
        return settings.with(setting, query.whole(name, min, max, absent == null ? settings.get(setting) : absent));
    }
}
