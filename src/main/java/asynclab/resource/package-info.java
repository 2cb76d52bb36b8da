/**
 * What a pattern waits for: an HTTP backend, a JDBC lookup or an event.
 *
 * <p>The patterns, the mistakes and {@code web} call it. It calls {@code exchange}, {@code pool} and {@code input}. Read {@link
 * asynclab.resource.Backend} first.
 */
package asynclab.resource;
