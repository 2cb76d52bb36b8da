// The Planner's part for access logs: sends the chosen file to /log, and shows the answer. Text of the log becomes text, never markup.
import { byId, element, number } from './words.js';

const MOST_ENDPOINTS = 15;
const form = byId('logForm');
let file = null;
let asked = new AbortController();

/** The query: every field that is not empty. */
const query = () => new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === 'string' && value.trim() !== ''));

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
const refuse = message => byId('logError').replaceChildren(...message.split('\n').map(line =>
  element('span', line.startsWith(' ') ? { class: 'sample' } : {}, line)));

async function answer() {
  if (!file) return;
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  byId('logError').textContent = '';
  byId('logVerdict').textContent = 'Reading the log …';
  try {
    const response = await fetch(`log?${query()}`, { method: 'POST', body: file, signal, headers: { 'Content-Type': 'text/plain' } });
    const page = await response.json();
    if (!response.ok) throw new Error(page.error ?? `The server answered with status ${response.status}.`);
    show(page);
  } catch (failed) {
    if (failed.name === 'AbortError') return;
    byId('logVerdict').textContent = '';
    byId('logDoubts').replaceChildren();
    byId('logAnswer').hidden = true;
    refuse(failed instanceof TypeError ? 'The server does not answer, or it reads another log, or the log is over 200 MB.' : failed.message);
  }
}

const cells = (head, ...values) => element('tr', {}, element('th', { scope: 'row', class: 'words' }, head), ...values.map(value => element('td', {}, value)));

function show({ read, badWords, remarks, answer: it }) {
  byId('logVerdict').textContent = it.verdict;
  byId('logDoubts').replaceChildren(...it.doubts.map(doubt => element('li', {}, doubt)));
  byId('logRead').textContent = [`${number(read.requests)} requests in ${number(it.learned.seconds)} s.`, read.words, badWords, ...remarks].join(' ');
  byId('logEndpoints').replaceChildren(...it.learned.endpoints.slice(0, MOST_ENDPOINTS).map(({ name, requests, perSecond, durations, timePercent }) =>
    cells(name, number(requests), number(perSecond), number(durations.meanMs), number(durations.p50Ms), number(durations.p99Ms), `${number(timePercent)} %`)));
  byId('logTimes').replaceChildren(element('th', { scope: 'col', class: 'words' }, 'threading model'), element('th', { scope: 'col' }, 'lasts until'),
    ...it.variants[0].waiting.map(({ traffic }) => element('th', { scope: 'col' }, `× ${traffic}`)));
  byId('logVariants').replaceChildren(...it.variants.map(({ kind, threads, permits, words, waiting }) =>
    cells(`${kind.toLowerCase().replaceAll('_', ' ')}${threads ? `, ${threads} threads` : ''}${permits ? `, limit ${permits}` : ''}`, words,
      ...waiting.map(({ times }) => number(times.p99Ms)))));
  byId('logAnswer').hidden = false;
}

async function choose(chosen) {
  if (!chosen) return;
  try {
    file = await unpacked(chosen);
  } catch (failed) {
    refuse(failed.message);
    return;
  }
  answer();
}

for (const slider of ['logThreads', 'logTraffic'])
  byId(slider).addEventListener('input', () => { byId(`${slider}Shown`).textContent = byId(slider).value; });
form.addEventListener('submit', event => event.preventDefault());
form.addEventListener('change', event => { if (event.target.id === 'logFile') choose(event.target.files[0]); else answer(); });
byId('logDrop').addEventListener('dragover', event => event.preventDefault());
byId('logDrop').addEventListener('drop', event => { event.preventDefault(); choose(event.dataTransfer.files[0]); });
