/**
 * Traffic that was logged: what it needs today, and what it will need when there is more of it. {@link asynclab.traffic.TrafficStatistics}
 * has the figures of the log, {@link asynclab.traffic.Answer} those of the model. {@link asynclab.traffic.RecordedParts} has what our recorder
 * knows, and {@link asynclab.traffic.RecordedQuestion} asks with it.
 *
 * <p>{@code planner}, {@code traffic.processor} and the lab call it. It calls {@code accesslog} and {@code model}, and knows
 * no servlets. Read {@link asynclab.traffic.Traffic} first.
 */
package asynclab.traffic;
