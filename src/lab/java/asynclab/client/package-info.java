/**
 * Clients without a library: a strict raw socket, and clients for more load than JMeter can send.
 *
 * <p>{@code server}, {@code portability}, {@code frameworks}, {@code corpus.reproduction} and {@code bench} call it. It calls {@code options}. Read {@link
 * asynclab.client.RawConnection} first.
 */
package asynclab.client;
