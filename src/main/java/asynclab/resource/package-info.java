/**
 * What a pattern waits for or uses: an HTTP backend, a database with a connection pool, an event, or processor time.
 *
 * <p>The patterns, the mistakes and {@code web} call it. It calls {@code exchange}, {@code pool} and {@code input}. Read {@link
 * asynclab.resource.Backend} first.
 */
package asynclab.resource;
