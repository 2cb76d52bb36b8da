/**
 * Clients beside JMeter: a strict client on a raw socket, and two for more load than JMeter can send (HTTP/1.1 by Netty, HTTP/2
 * by Jetty's client).
 *
 * <p>{@code server}, {@code portability}, {@code frameworks}, {@code corpus.reproduction}, {@code bench} and
 * {@code bench.measure} call it. It calls {@code options}. Read {@link asynclab.client.RawConnection} first.
 */
package asynclab.client;
