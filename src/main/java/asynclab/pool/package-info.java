/**
 * Thread pools with named threads. A caller can wait until all threads of a pool have ended.
 *
 * <p>{@code exchange}, {@code resource}, {@code pattern}, {@code mistake} and {@code web.planner} call it. It calls no other room. Read
 * {@link asynclab.pool.NamedThreads} first.
 */
package asynclab.pool;
