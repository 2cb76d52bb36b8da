/**
 * The queues of a deployment, in front of a servlet: the servlet side of {@code discipline}. {@link asynclab.queue.QueueParameters} reads their
 * settings, {@link asynclab.queue.RequestQueues} has them by their names.
 *
 * <p>{@code pattern} and {@code web.filter} queue their requests in them, and {@code web.stats} reads their figures. It calls {@code
 * discipline}, {@code input} and {@code parameter}. Read {@link asynclab.queue.QueueParameters} first.
 */
package asynclab.queue;
