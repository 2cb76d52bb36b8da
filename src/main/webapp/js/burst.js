// Many requests at once. A browser opens six connections to a server and keeps the rest back, so the server asks itself.
import { ask } from './words.js';

/**
 * Has the server send n requests to itself, and tells of each change: onChanges([{i, what, atMs, …}, …], nowMs). What is
 * "taken" (a request thread has it), "left" (that thread has gone back to the pool), "answered" (by which thread), "done" (the
 * client's side has the whole response). Returns when all are done; a signal ends it early.
 */
export async function burst(path, query, n, onChanges, signal) {
  const response = await ask(`burst?pattern=${path}&n=${n}${query ? `&${query}` : ''}`, signal).catch(failed => {
    if (failed.status === 404) failed.message = 'This server sends itself no requests: it runs with the production profile.';
    throw failed;
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
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
