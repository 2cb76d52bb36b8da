// Try: a card for each pattern, which sends one request or many concurrent ones.
import { Bars } from './bars.js';
import { burst } from './burst.js';
import { groups, holds } from './patterns.js';
import { ask, byId, duration, element, number, running, send } from './words.js';

const MOST = 500;
const USUAL = 200;

// The comparison

byId('compare').addEventListener('submit', async event => {
  event.preventDefault();
  const form = event.target;
  const query = `ms=${form.elements.ms.value}`;
  const n = form.elements.n.valueAsNumber;
  const scale = { maxMs: 0, all: [] };
  await running(form, byId('compareError'), async () => {
    byId('compared').textContent = '';
    const seen = {};
    for (const name of ['async', 'blocking']) {
      const words = byId(`${name}Words`);
      words.textContent = 'running …';
      try {
        seen[name] = await fire(`/${name}`, query, n, byId(`${name}Bars`), scale, words);
      } catch (failed) {
        words.textContent = '';
        throw failed;
      }
    }
    byId('compared').textContent = verdict(n, seen.async, seen.blocking);
  });
});

function verdict(n, async, blocking) {
  const other = async.other + blocking.other;
  if (other) return `No verdict: ${number(other)} ${other === 1 ? 'request was' : 'requests were'} refused or not answered.`;
  const both = `asynchronous takes ${duration(async.answeredMs)}, blocking takes ${duration(blocking.answeredMs)}`;
  if (blocking.most === n) return `All blocking requests held a request thread at the same time: ${both}. Send more requests.`;
  return blocking.answeredMs > 1.3 * async.answeredMs
    ? `The same requests on the same server: ${both}, because at most ${number(blocking.most)} request threads could wait at the same time.`
    : `No notable difference: ${both}. Send more requests, or set a longer hold time.`;
}

async function fire(path, query, n, canvas, scale, words) {
  await burst('/warm', 'ms=50', n, () => {}); // otherwise the first burst also measures how the server's client starts and connects
  const bars = new Bars(canvas, n, scale);
  try {
    await burst(path, query, n, (changes, nowMs) => bars.see(changes, nowMs));
  } finally {
    bars.end();
  }
  const summary = bars.summary();
  words.textContent = summary.text;
  canvas.setAttribute('aria-label', summary.text);
  return summary;
}

// The cards

for (const group of groups) {
  byId('patterns').append(
    element('h2', {}, group.title),
    ...(group.about ? [element('p', { class: 'note' }, group.about)] : []),
    element('div', { class: 'cards' }, ...group.cards.map(card)));
}

function card(it) {
  const id = it.path.replace(/\W+/g, '-').slice(1);
  const query = element('input', { id: `${id}-query`, name: 'query', value: it.query, spellcheck: 'false', autocomplete: 'off' });
  const n = element('input', { id: `${id}-n`, name: 'n', type: 'number', min: 1, max: MOST, value: it.n ?? USUAL, required: true });
  const status = element('div', { class: 'answer', role: 'status', 'aria-live': 'polite' });
  const error = element('p', { class: 'error', role: 'alert' });
  const canvas = element('canvas', { role: 'img', hidden: true, 'aria-label': 'No requests yet' });
  const form = element('form', { class: 'fields' },
    element('label', { class: 'grow', for: query.id }, `${it.path}?`, query),
    it.kind ? null : element('label', { for: n.id }, 'requests', n),
    element('span', { class: 'choices' },
      element('button', { type: 'submit', value: 'one', class: 'main', 'aria-label': `Try ${it.title}` }, 'Try it'),
      it.kind ? null : element('button', { type: 'submit', value: 'many', 'aria-label': `${it.title}: all requests concurrently` }, 'Send all'),
      it.publishes ? publisher() : null));
  form.addEventListener('submit', event => {
    event.preventDefault();
    const many = event.submitter?.value === 'many';
    running(form, error, async () => {
      status.replaceChildren('…');
      canvas.hidden = !many;
      try {
        if (it.kind) await others[it.kind](it.path, query.value, status);
        else if (many) await fire(it.path, query.value, n.valueAsNumber, canvas, undefined, status);
        else await one(it.path, query.value, status);
      } catch (failed) {
        status.replaceChildren();
        canvas.hidden = true;
        throw failed;
      }
    });
  });
  const kept = holds[it.holds];
  return element('article', { class: 'card', id: `card-${id}`, 'aria-labelledby': `${id}-title` },
    element('h3', { id: `${id}-title` }, it.title),
    element('p', { class: 'note' }, element('span', { class: `key ${kept.colour}`, 'aria-hidden': 'true' }), kept.words),
    element('p', {}, it.what), form, error, status, canvas);
}

function publisher() {
  const button = element('button', { type: 'button', 'data-always': true }, 'Publish an event');
  button.addEventListener('click', () => {
    const error = button.closest('.card').querySelector('.error');
    error.textContent = '';
    ask(`publish?text=${encodeURIComponent(`It is ${new Date().toLocaleTimeString('en-GB')}`)}`).catch(failed => { error.textContent = failed.message; });
  });
  return button;
}

/** One request, and each of its events. */
async function one(path, query, status) {
  const shot = {};
  try {
    await burst(path, query, 1, changes => changes.forEach(({ what, atMs, ...more }) => { shot[what] = { atMs, ...more }; }));
  } catch (failed) {
    if (failed.status === 404) return others.plain(path, query, status); // with the production profile there are no bursts
    throw failed;
  }
  const { taken, left, answered, done } = shot;
  const same = taken && answered && answered.thread === taken.thread;
  const moments = [
    [taken, () => `request thread ${taken.thread} takes the request`],
    [answered, () => (same ? 'the same thread answers' : `thread ${answered.thread} answers`)],
    [left, () => `the request thread goes back to its pool, after ${duration(left.atMs - taken.atMs)}`],
    [done, () => (done.status ? `the client has the response: status ${done.status}, ${number(done.bytes)} bytes` : 'the connection ends without a response')],
  ].filter(([moment]) => moment).sort((a, b) => a[0].atMs - b[0].atMs);
  status.replaceChildren(
    element('ol', { class: 'moments' }, ...moments.map(([moment, words]) => element('li', {}, element('b', {}, duration(moment.atMs)), words()))),
    ...(done?.body ? [sentenceOf(done.body) ?? element('pre', {}, shortened(done.body))] : []));
}

/** The error message in the server's answer, or null if there is none. */
function sentenceOf(body) {
  try {
    const { error } = JSON.parse(body);
    return error ? element('p', { class: 'error' }, error) : null;
  } catch {
    return null;
  }
}

const shortened = text => (text.length > 400 ? `${text.slice(0, 400)} …` : text);

const url = (path, query) => path.slice(1) + (query ? `?${query}` : '');

const others = {
  /** Sent by the browser itself. */
  async plain(path, query, status) {
    const from = performance.now();
    const response = await send(url(path, query));
    const body = await response.text();
    status.replaceChildren(
      element('p', {}, `Status ${response.status} after ${duration(Math.round(performance.now() - from))}.`),
      ...(body ? [sentenceOf(body) ?? element('pre', {}, shortened(body))] : []));
  },

  async upload(path, query, status) {
    const body = new Uint8Array(1_000_000);
    const response = await send(url(path, query), { method: 'POST', body });
    status.replaceChildren(element('p', {}, `One million zero bytes were sent. Status ${response.status}.`), element('pre', {}, shortened(await response.text())));
  },

  /** Shows events until the stream ends, twenty at most. */
  events(path, query, status) {
    const list = element('ol', { class: 'moments' });
    const said = element('p', {}, 'Opening the stream …');
    status.replaceChildren(said, list);
    return new Promise(resolve => {
      const stream = new EventSource(url(path, query));
      const end = why => {
        stream.close();
        removeEventListener('pagehide', leave);
        said.textContent = why;
        resolve();
      };
      const leave = () => end('Closed.');
      stream.onopen = () => { said.textContent = 'The stream is open. Publish an event.'; };
      stream.onmessage = ({ data, lastEventId }) => {
        const number = lastEventId.split('-').pop(); // the part before it is different for each start of the server
        list.append(element('li', {}, element('b', {}, `event ${number}`), data));
        if (list.children.length === 20) end('Twenty events were received. The stream is closed.');
      };
      stream.onerror = () => end(list.children.length ? 'The stream has ended.' : 'The stream has ended or was refused.');
      addEventListener('pagehide', leave);
    });
  },
};
