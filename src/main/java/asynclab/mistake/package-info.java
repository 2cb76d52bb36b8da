/**
 * Well-known mistakes, one a file: what it looks like, why it is wrong, what exposes it, what to do instead. Each works when
 * one person tries it, which is why it is made. They stand on the same {@link asynclab.pattern.HoldServlet} as the patterns
 * and are measured in the same way.
 */
package asynclab.mistake;
