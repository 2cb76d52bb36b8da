/**
 * What a pattern waits for: an HTTP backend, a JDBC lookup, a permit, an event, a worker thread.
 *
 * <p>The patterns, the mistakes and {@code web} call it. It calls {@code exchange} and {@code input}. Read {@link
 * asynclab.resource.Backend} first.
 */
package asynclab.resource;
