/**
 * The model's URLs: {@code /predict}, {@code /explain}, {@code /disciplines} and {@code /log}, each with a bounded cost. The questions
 * themselves are in {@code planner}.
 *
 * <p>{@code web.xml} names the servlets; {@code web} publishes what they share. It calls {@code planner}, {@code servlet}, {@code
 * exchange}, {@code pool}, {@code parameter} and {@code input}. Read {@link asynclab.web.planner.ModelServlet} first.
 */
package asynclab.web.planner;
