/**
 * What things cost: a pattern beside a bare servlet ({@link asynclab.bench.Cost}), a waiting request ({@link asynclab.bench.Hold}) and
 * what it consists of ({@link asynclab.bench.WaitingRequest}), ten thousand that end together ({@link asynclab.bench.Waves},
 * {@link asynclab.bench.Certify}), and from where on asynchronous pays ({@link asynclab.bench.CrossoverMap}). A
 * {@link asynclab.bench.LoadClient} or, over HTTP/2, {@link asynclab.bench.Http2Users} load a real server, a
 * {@link asynclab.bench.Meter} reads what that has used, {@link asynclab.bench.Findings} are stored; {@link asynclab.bench.Bench}
 * is where a new one is named.
 */
package asynclab.bench;
