/**
 * A small service that is no servlet, for trying {@code probe}.
 *
 * <p>A user starts it; no code calls it. It calls no other room. Read {@link asynclab.example.SlowService} first.
 */
package asynclab.example;
