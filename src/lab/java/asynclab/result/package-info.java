/**
 * What a run is: its figures, checks, thresholds, environment and interval. The room knows no report.
 *
 * <p>{@code experiment}, {@code report}, {@code target}, {@code soak}, {@code portability}, {@code bench} and {@code
 * cli} call it. It calls {@code plan}, {@code server}, {@code options} and the model. Read {@link
 * asynclab.result.Summary} first.
 */
package asynclab.result;
