/**
 * A queue that the application owns: requests wait in it without a thread, in front of a fixed number of servers. {@link
 * asynclab.discipline.RequestQueue} has the servers and the lock. {@link asynclab.discipline.WaitingLine} has the requests that wait, in order of
 * arrival. A {@link asynclab.discipline.QueueDiscipline} decides, and each discipline is one file. {@link
 * asynclab.discipline.Discipline} is the table of them.
 *
 * <p><b>What every discipline shares.</b> If a server is free, an arriving request gets it at once and does not wait. Else the
 * discipline admits the request to the line or refuses it, at its arrival. When a server becomes free, the discipline first drops
 * requests from the line, then chooses one of the rest. A refused or dropped request is <em>shed</em>: its client gets 503 with
 * Retry-After at once. A server never stays free while a request waits. <em>Waited</em> is the time since the arrival. A client that
 * leaves is not noticed, because a container does not read from a connection that waits. Such a request stays in the line and may
 * still be served: wasted work. A request whose own {@code timeoutMs} ends leaves the line.
 *
 * <p>The queue of a servlet ({@code queue}, {@code pattern}, {@code web.filter}) and the simulation ({@code model.station}) run the same classes. It
 * calls {@code parameter}. Read {@link asynclab.discipline.RequestQueue} first.
 */
package asynclab.discipline;
