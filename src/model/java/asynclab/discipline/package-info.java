/**
 * A queue that the application owns: requests wait in it without a thread, in front of a fixed number of servers. {@link
 * asynclab.discipline.RequestQueue} has the servers and the lock. {@link asynclab.discipline.WaitingLine} has the requests that wait, in order of
 * arrival. A {@link asynclab.discipline.QueueDiscipline} decides, and each discipline is one file.
 *
 * <p><b>What every discipline shares.</b> If a server is free, an arriving request gets it at once and does not wait. Else the
 * discipline admits the request to the line or refuses it, at its arrival. When a server becomes free, the discipline first drops
 * requests from the line, then chooses one of the rest. A refused or dropped request is <em>shed</em>: its client gets 503 with
 * Retry-After at once. A server never stays free while a request waits. <em>Waited</em> is the time since the arrival. A client that
 * leaves is not noticed, because a container does not read from a connection that waits. Such a request stays in the line and may
 * still be served: wasted work. A request whose own {@code timeoutMs} ends leaves the line.
 *
 * <table>
 * <caption>The disciplines: what is refused at the arrival, what is dropped when a server becomes free, which request is next</caption>
 * <tr><th>discipline</th><th>refused</th><th>dropped</th><th>next</th></tr>
 * <tr><td>{@code fifo}</td><td>none</td><td>none</td><td>oldest</td></tr>
 * <tr><td>{@code bounded}</td><td>if {@code limit} requests wait</td><td>none</td><td>oldest</td></tr>
 * <tr><td>{@code lifo}</td><td>none</td><td>none</td><td>newest</td></tr>
 * <tr><td>{@code adaptive-lifo}</td><td>none</td><td>waited &gt; T</td><td>oldest, or newest under overload</td></tr>
 * <tr><td>{@code deadline}</td><td>none</td><td>waited + expected + margin &ge; client timeout</td><td>oldest</td></tr>
 * <tr><td>{@code adaptive}</td><td>if waiting + in service &ge; learnt limit</td><td>none</td><td>oldest</td></tr>
 * </table>
 *
 * <ul>
 *   <li>{@code adaptive-lifo}: <em>overload</em> means that the line was last empty more than {@code intervalMillis} (100) ago. T is
 *       {@code targetMillis} (5) under overload, else {@code intervalMillis}. Overload is decided when a server becomes free, before
 *       anything is dropped. All requests that have waited longer than T are dropped then, oldest first. The line is empty at the
 *       start. After that it was last empty when a request joined the empty line.
 *   <li>{@code deadline}: the client timeout is the parameter {@code clientTimeoutMs}, else the header {@code X-Timeout-Ms},
 *       else the setting {@code queue-client-timeout-millis}; 0 means unknown, and the request is never
 *       dropped. <em>Expected</em> is the planned hold time of this request. The margin is {@code marginMillis} (50), for the way to
 *       the client and back.
 *   <li>{@code adaptive}: {@code Gradient2Limit} of concurrency-limits 0.5.4, with its own smoothing (0.2), long window (600) and
 *       tolerance (1.5). Its initial and its minimum limit are the number of servers. Its maximum is the servers plus {@code limit}.
 *       Each request that was served is a sample, at its end: {@code onSample(arrival, time from arrival to end, requests in service
 *       and in the line at its end, itself included, false)}. A request that was shed is no sample.
 * </ul>
 *
 * <p>The queue of a servlet ({@code queue}, {@code pattern}, {@code web.filter}) and the simulation ({@code model.station}) run the same classes. It
 * calls {@code parameter}. Read {@link asynclab.discipline.RequestQueue} first.
 */
package asynclab.discipline;
