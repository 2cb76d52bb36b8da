/**
 * The model for people: {@code /predict} and {@code /explain}, each with a bounded cost.
 *
 * <p>{@code web.xml} names the servlets; {@code web} creates their shared objects. It calls {@code queueing}, {@code
 * queueing.advice}, {@code queueing.discipline}, {@code queue}, {@code servlet}, {@code exchange}, {@code delay} and {@code input}. Read {@link
 * asynclab.web.planner.ModelServlet} first.
 */
package asynclab.web.planner;
