// The Planner's part for access logs: sends the chosen file to /log, and shows the answer. Text of the log becomes text, never markup.
import { byId, element, number } from './words.js';

const MOST_ENDPOINTS = 15;
const KINDS = { BLOCKING: 'blocking', BIGGER_POOL: 'bigger pool', VIRTUAL: 'virtual threads', ASYNC_MOST: 'async, some endpoints', ASYNC_ALL: 'async, all endpoints',
  VIRTUAL_LIMITED: 'virtual threads' };
const form = byId('logForm');
let file = null;
let asked = new AbortController();

/**
 * The query: every field that is not empty. A number's field with other text would be empty, but the server must refuse it. A slider that
 * nobody has moved says nothing: a log of the recorder names its own threads.
 */
const query = () => new URLSearchParams([...form.elements].filter(it => it.name && (it.type !== 'range' || it.dataset.moved))
  .map(it => [it.name, it.validity.badInput ? 'not a number' : it.value]).filter(([, value]) => value.trim() !== ''));

/** The file, unpacked if its first two bytes are gzip's. */
async function unpacked(chosen) {
  const head = new Uint8Array(await chosen.slice(0, 2).arrayBuffer());
  if (head[0] !== 0x1f || head[1] !== 0x8b) return chosen;
  try {
    return await new Response(chosen.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
  } catch {
    throw new Error('The file is not valid gzip.');
  }
}

/** Sentences wrap. Lines of the log, which begin with a space, do not: the marks below them keep their columns. */
function refuse(message) {
  byId('logVerdict').textContent = '';
  byId('logDoubts').replaceChildren();
  byId('logAnswer').hidden = true;
  byId('logError').replaceChildren(...message.split('\n').map(line => element('span', line.startsWith(' ') ? { class: 'sample' } : {}, line)));
}

/** Ends what is asked, so that its answer does not come after a newer one. Returns the signal of the new question. */
function begin() {
  asked.abort();
  asked = new AbortController();
  byId('logError').textContent = '';
  byId('logVerdict').textContent = 'Reading the log …';
  return asked.signal;
}

async function answer() {
  if (!file) return;
  const signal = begin();
  try {
    const response = await fetch(`log?${query()}`, { method: 'POST', body: file, signal, headers: { 'Content-Type': 'text/plain' } });
    if (response.status === 404) throw new Error('This server reads no logs, because it runs with the production profile.');
    if (!response.ok) {
      const { error } = await response.json().catch(() => ({})); // a proxy answers with a page of its own
      throw new Error(error ?? `The server answered with status ${response.status}.`);
    }
    show(await response.json());
  } catch (failed) {
    if (signal.aborted) return;
    refuse(failed instanceof TypeError
      ? 'The log was not read. The server does not answer or is busy, or the log is over 200 MB, or the file has changed since you chose it. If it has changed, choose it again.'
      : failed.message);
  }
}

const cells = (head, ...values) => element('tr', {}, element('th', { scope: 'row', class: 'words' }, head), ...values.map(value => element('td', {}, value)));

function show({ read, badWords, remarks, answer: it }) {
  byId('logVerdict').textContent = it.verdict;
  const [{ threads: used }] = it.variants;
  if (used && !byId('logThreads').dataset.moved) byId('logThreadsShown').textContent = byId('logThreads').value = used;
  byId('logDoubts').replaceChildren(...it.doubts.map(doubt => element('li', {}, doubt)));
  byId('logRead').textContent = [`${number(read.requests)} requests in ${number(it.learned.seconds)} s.`, read.words, badWords, ...remarks].join(' ');
  byId('logEndpoints').replaceChildren(...it.learned.endpoints.slice(0, MOST_ENDPOINTS).map(({ name, requests, perSecond, durations, timePercent }) =>
    cells(name, number(requests), number(perSecond), number(durations.meanMs), number(durations.p50Ms), number(durations.p99Ms), `${number(timePercent)} %`)));
  byId('logTimes').replaceChildren(element('th', { scope: 'col', class: 'words' }, 'threading model'), element('th', { scope: 'col' }, 'lasts until'),
    ...it.variants[0].waiting.map(({ traffic }) => element('th', { scope: 'col' }, `× ${traffic}`)));
  byId('logVariants').replaceChildren(...it.variants.map(({ kind, threads, permits, words, waiting }) =>
    cells(`${KINDS[kind]}${threads ? `, ${number(threads)} threads` : ''}${permits ? `, limit ${number(permits)}` : ''}`, words,
      ...waiting.map(({ times }) => number(times.p99Ms)))));
  byId('logAnswer').hidden = false;
}

let later; // a question that waits for the slider to rest

async function choose(chosen) {
  if (!chosen) return;
  clearTimeout(later);
  const signal = begin();
  file = null;
  byId('logAnswer').hidden = true; // it is of another file
  byId('logDoubts').replaceChildren();
  try {
    const plain = await unpacked(chosen);
    if (signal.aborted) return; // another file has been chosen
    file = plain;
  } catch (failed) {
    if (!signal.aborted) refuse(failed.message);
    return;
  }
  answer();
}

for (const slider of ['logThreads', 'logTraffic'])
  byId(slider).addEventListener('input', () => {
    byId(slider).dataset.moved = 'yes';
    byId(`${slider}Shown`).textContent = byId(slider).value;
  });
byId('logFile').addEventListener('click', event => { event.target.value = ''; }); // or the same file, chosen again, would be no change
form.addEventListener('submit', event => event.preventDefault());
/** A slider that is moved by keys changes at each key, and each question sends the whole log. */
function answerSoon() {
  clearTimeout(later);
  if (file) begin(); // the answer under way is out of date
  later = setTimeout(answer, 400);
}

form.addEventListener('change', event => { if (event.target.id === 'logFile') choose(event.target.files[0]); else answerSoon(); });
byId('logDrop').addEventListener('dragover', event => event.preventDefault());
byId('logDrop').addEventListener('drop', event => { event.preventDefault(); choose(event.dataTransfer.files[0]); });
