/**
 * Reads what comes in by HTTP and from the deployment's settings: the query, the conditions and the length of a request, init-params.
 *
 * <p>Every room of the application may call it. It calls {@code parameter}. Read {@link asynclab.input.RequestHead} first.
 */
package asynclab.input;
