/**
 * Thread pools whose threads have names, and whose end one can wait for.
 *
 * <p>Every room that owns a thread calls it. It calls no other room. Read {@link asynclab.pool.NamedThreads} first.
 */
package asynclab.pool;
