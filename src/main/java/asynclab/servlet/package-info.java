/**
 * Base classes of the servlets: {@link asynclab.servlet.LedgerServlet} counts and refuses requests, {@link
 * asynclab.servlet.HoldServlet} reads the hold time, {@link asynclab.servlet.WorkServlet} adds blocking work, {@link
 * asynclab.servlet.AnswerServlet} answers at once.
 *
 * <p>Every servlet extends one of them. It calls {@code exchange}, {@code resource}, {@code delay} and {@code input}.
 * Read {@link asynclab.servlet.LedgerServlet} first.
 */
package asynclab.servlet;
