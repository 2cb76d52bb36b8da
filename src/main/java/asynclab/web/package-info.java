/**
 * The application round the patterns: its life cycle ({@link asynclab.web.Lifecycle}), its figures for people
 * ({@code /stats}) and for JMX ({@link asynclab.web.StatsMXBean}), its settings and its error page; and the queueing model for
 * people ({@link asynclab.web.PredictServlet}, {@link asynclab.web.ExplainServlet}), at a bounded cost.
 */
package asynclab.web;
