// Many concurrent requests. A browser opens only six connections to a server, so the server sends the requests to itself.
import { ask } from './words.js';

/**
 * Has the server send n requests to itself, and reports each event: onChanges([{i, what, atMs, …}, …], nowMs). The values of
 * what: "taken" (a request thread has taken the request), "left" (that thread has gone back to the pool), "answered" (a thread
 * has written the response), "done" (the client has the whole response). Client and server are one JVM, so all times are of one
 * clock. Returns when all requests are done.
 */
export async function burst(path, query, n, onChanges) {
  const response = await ask(`burst?pattern=${path}&n=${n}${query ? `&${query}` : ''}`).catch(failed => {
    if (failed.status === 404) failed.message = 'This server does not send requests to itself, because it runs with the production profile.';
    throw failed;
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read().catch(() => { throw new Error('The connection to the server was lost during the burst.'); });
    if (done) return;
    text += value;
    const events = text.split('\n\n');
    text = events.pop();
    for (const event of events) {
      const data = event.split('\n').find(line => line.startsWith('data: '));
      if (!data) continue;
      const { nowMs, changes } = JSON.parse(data.slice(6));
      onChanges(changes, nowMs);
    }
  }
}
