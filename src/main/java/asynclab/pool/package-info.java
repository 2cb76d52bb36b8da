/**
 * Thread pools whose threads have names, and whose end one can wait for.
 *
 * <p>{@code exchange}, {@code resource}, {@code pattern}, {@code mistake} and {@code web.planner} call it. It calls no other room. Read {@link asynclab.pool.NamedThreads} first.
 */
package asynclab.pool;
