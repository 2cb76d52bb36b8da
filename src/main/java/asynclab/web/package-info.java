/**
 * The application round the patterns: its life cycle ({@link asynclab.web.Lifecycle}), its figures for people
 * ({@code /stats}) and for JMX ({@link asynclab.web.StatsMXBean}), its settings and its error page; what stands before every
 * servlet ({@link asynclab.web.AdmissionFilter} against overload, {@link asynclab.web.ResponseHeadersFilter},
 * {@link asynclab.web.LabOnlyFilter}, {@link asynclab.web.RequestLogFilter}); the queueing model for
 * people ({@link asynclab.web.PredictServlet}, {@link asynclab.web.ExplainServlet}), at a bounded cost; and what the pages need
 * beside these: figures that move ({@link asynclab.web.LiveServlet}) and many requests at once, each followed
 * ({@link asynclab.web.BurstServlet}, {@link asynclab.web.TraceFilter}). {@link asynclab.web.PagesServlet} serves the pages, and 404
 * at every other URL; {@link asynclab.web.AnswerServlet} is what the URLs that answer at once share.
 */
package asynclab.web;
