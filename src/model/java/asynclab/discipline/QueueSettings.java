package asynclab.discipline;

import java.util.EnumMap;
import java.util.Map;

/**
 * The settings of a queue. Immutable.
 *
 * @param discipline which request is refused, dropped and next
 * @param given the settings that are not at their default
 */
public record QueueSettings(Discipline discipline, Map<QueueSetting, Long> given) {

    public QueueSettings {
        given = Map.copyOf(given);
    }

    /** The defaults. */
    public static QueueSettings of(Discipline discipline) {
        return new QueueSettings(discipline, Map.of());
    }

    /** The same with another value of a setting. The caller checks its range. */
    public QueueSettings with(QueueSetting setting, long value) {
        var changed = new EnumMap<QueueSetting, Long>(QueueSetting.class);
        changed.putAll(given);
        changed.put(setting, value);
        return new QueueSettings(discipline, changed);
    }

    /** The value of a setting. */
    public long get(QueueSetting setting) {
        return given.getOrDefault(setting, (long) setting.absent());
    }

    int whole(QueueSetting setting) {
        return (int) get(setting);
    }

    /** Requests that are served at the same time. */
    public int servers() {
        return whole(QueueSetting.SERVERS);
    }
}
