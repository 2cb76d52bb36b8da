/**
 * The result of a run for a reader. Every kind of run fills one {@link asynclab.document.Document}. Only this room knows Markdown, HTML and
 * pictures.
 *
 * <p>Every room that measures calls it. It calls {@code options} and {@code model}. Read {@link asynclab.document.Document} first.
 */
package asynclab.document;
