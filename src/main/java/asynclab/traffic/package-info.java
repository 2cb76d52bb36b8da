/**
 * Traffic that was logged: what it needs today, and what it will need when there is more of it.
 *
 * <p>{@code web.planner} and the lab call it. It calls {@code accesslog}, {@code delay} and the rooms of {@code queueing}, and knows
 * no servlets. Read {@link asynclab.traffic.Traffic} first.
 */
package asynclab.traffic;
