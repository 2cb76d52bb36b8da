/**
 * The application around the patterns: start and end, pages, error page.
 *
 * <p>{@code web.xml} names its classes; no code calls them. It may call every room of the application. Read {@link
 * asynclab.web.Lifecycle} first.
 */
package asynclab.web;
