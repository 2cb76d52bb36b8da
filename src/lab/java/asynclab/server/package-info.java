/**
 * Servers in processes of their own: how each container is set up, started, watched over JMX and stopped.
 *
 * <p>{@code result}, {@code experiment}, {@code target}, {@code soak}, {@code portability}, {@code bench} and {@code
 * cli} call it. It calls {@code client} and {@code options}. Read {@link asynclab.server.Server} first.
 */
package asynclab.server;
