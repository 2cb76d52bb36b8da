/**
 * Servers in processes of their own. A {@link asynclab.server.Container} has a layout, which writes its files and its command
 * line. {@link asynclab.server.Server} starts any container, watches it over JMX and stops it.
 *
 * <p>{@code run.result}, {@code run}, {@code logs}, {@code soak}, {@code portability}, {@code frameworks}, {@code bench},
 * {@code bench.measure}, {@code calibration}, {@code corpus.reproduction} and {@code cli} call it. It calls {@code client},
 * {@code options} and {@code exchange}. Read {@link asynclab.server.Server} first.
 */
package asynclab.server;
