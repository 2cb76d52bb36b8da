/**
 * The Planner in a browser without a servlet container: its page and the questions of {@code planner}, on the JDK's HTTP server and on the
 * loopback address only.
 *
 * <p>{@code cli} calls it. It calls {@code planner}, {@code parameter}, {@code json} and {@code traffic}. Read
 * {@link asynclab.planner.http.PlannerServer} first.
 */
package asynclab.planner.http;
