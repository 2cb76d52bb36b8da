/**
 * The same service in other frameworks, a file each: {@code /hold?ms=} answers {@code ok} after this time, with the headers of our
 * servlet. The posts' own endpoints are beside it. Each file is a whole program. {@code -Dport} and {@code -Dthreads} are its
 * settings, and {@code -Dbackend} is the URL that its gateway calls. {@link asynclab.original.JettyBackground} is of another kind: it works
 * after its responses, for {@code -Dexperiment=corpus}.
 *
 * <p>{@code asynclab.frameworks} compiles and starts them, each with the libraries of one module of {@code src/frameworks/pom.xml}.
 * They call no other room, and no build but that of {@code -Dexperiment=frameworks} sees them. Read {@link
 * asynclab.original.JettyHold} first.
 */
package asynclab.original;
