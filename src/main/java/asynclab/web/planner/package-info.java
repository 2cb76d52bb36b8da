/**
 * The model for people: {@code /predict}, {@code /explain} and {@code /log}, each with a bounded cost.
 *
 * <p>{@code web.xml} names the servlets; {@code web} creates their shared objects. It calls {@code model}, {@code
 * model.advice}, {@code model.station}, {@code discipline}, {@code accesslog}, {@code accesslog.format}, {@code traffic}, {@code
 * servlet}, {@code exchange}, {@code pool}, {@code delay} and {@code input}. Read {@link asynclab.web.planner.ModelServlet} first.
 */
package asynclab.web.planner;
