/**
 * Threading models, one a file, each teaching itself: the idea, its cost, a curl line, what you will see. Read
 * {@link asynclab.pattern.BlockingServlet}, then {@link asynclab.pattern.AsyncServlet}; what they have in common, reading
 * the request and saying what was planned, is {@link asynclab.pattern.HoldServlet}.
 */
package asynclab.pattern;
