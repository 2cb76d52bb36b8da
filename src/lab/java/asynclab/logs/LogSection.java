package asynclab.logs;

import java.util.List;

/**
 * A further part of a log's report, such as the measured figures beside the predicted ones. Texts are plain; the pages escape them.
 * Immutable.
 *
 * @param sentences before the table
 * @param head of the table; empty for no table
 */
public record LogSection(String title, List<String> sentences, List<String> head, List<List<String>> rows) {}
