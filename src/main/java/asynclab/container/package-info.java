/**
 * What is special about a container, and only here: how it sends a reply, what its threads and its pool are called, how to get at the connection
 * of a request.
 *
 * <p>{@code exchange}, {@code fault}, {@code mistake}, {@code web}, {@code web.filter} and {@code web.stats} call it. It calls {@code input} and
 * {@code parameter}. Read {@link asynclab.container.Delivery} first.
 */
package asynclab.container;
